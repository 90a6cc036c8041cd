package org.espalier.simulator.column;

import java.util.List;

/**
 * A part of a trial's results.
 *
 * @param breakdown what it is a part of
 * @param number what it is told by, as the number of an energy period
 * @param values one for each column of the breakdown, in their order
 */
public record Part(Breakdown breakdown, double number, List<Double> values) {}
