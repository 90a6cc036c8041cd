package org.espalier.analysis.run;

import org.espalier.analysis.stochastic.Cloud;

/**
 * A point of a front and what drawn times and powers make of its allocation.
 *
 * @param point of the front
 * @param cloud of its evaluations
 */
public record Evaluated(FrontPoint point, Cloud cloud) {}
