package org.espalier.service.live;

/**
 * What some tasks were worth that have left since the process started.
 *
 * @param by what they have in common: {@code priority}, {@code task_type} or {@code user}
 * @param name which one
 * @param earned what those on time earned
 * @param lost the worth of the others, and what had faded of these
 */
public record WorthOf(String by, String name, double earned, double lost) {}
