package org.espalier.report;

import java.util.List;

/**
 * How many of the machines of a type execute in the course of a trial.
 *
 * @param type name of the machine type
 * @param machines how many machines there are of the type
 * @param span length of a span of time in ticks
 * @param shares share of the machines' time in which they execute, from 0 to 1, for each span, the
 *     first of which begins at time 0
 */
public record MachineUse(String type, int machines, long span, List<Double> shares) {}
