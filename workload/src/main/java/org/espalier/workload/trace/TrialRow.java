package org.espalier.workload.trace;

/**
 * One line of a trial file.
 *
 * @param line its number
 * @param arrivalText the arrival as written
 * @param arrival in ticks; meaningless where the first one is damaged
 * @param deadline in ticks
 */
record TrialRow(int line, String arrivalText, long arrival, int type, long deadline) {}
