package org.espalier.analysis.run;

import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;

/**
 * A point of a front.
 *
 * @param source the population or the method that found it
 * @param losses where it is
 * @param allocation what it stands for
 */
public record FrontPoint(String source, Losses losses, Allocation allocation) {}
