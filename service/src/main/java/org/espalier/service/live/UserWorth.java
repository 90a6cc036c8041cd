package org.espalier.service.live;

/**
 * What tasks of a user were worth that have left since the process started.
 *
 * @param earned what those on time earned
 * @param lost the worth of the others, and what had faded of these
 */
public record UserWorth(String user, double earned, double lost) {}
