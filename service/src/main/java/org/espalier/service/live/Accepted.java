package org.espalier.service.live;

/**
 * The answer to one request, given when it is durable.
 *
 * @param task the task as it stands
 * @param repeated whether it was accepted before, under the same key
 */
public record Accepted(LiveTask task, boolean repeated) {}
