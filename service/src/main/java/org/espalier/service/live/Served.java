package org.espalier.service.live;

/**
 * As which poorer version a task is served.
 *
 * @param type name of the task type whose command it runs
 * @param share of its worth that it then has
 */
public record Served(String type, double share) {}
