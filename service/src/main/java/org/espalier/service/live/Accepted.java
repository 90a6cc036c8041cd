package org.espalier.service.live;

/**
 * The answer to one request, given when it is durable.
 *
 * @param task the task as it stands
 * @param repeated whether it was accepted before, under the same key
 * @param differs whether it would have another deadline or worth if it were accepted now
 */
public record Accepted(LiveTask task, boolean repeated, boolean differs) {}
