package org.espalier.simulator.bound;

/**
 * What nobody earns more of in a trial, by {@link EarningBound} with {@link OneNumberTimes}: in the
 * mean, if execution times are not certain.
 *
 * @param tasks all tasks of the trial
 * @param fluid on all tasks, for those that cannot see the future, by {@link
 *     FluidBound#worthOfTrial}
 * @param utility of tasks that complete in the measured time
 * @param prorated of executions by their share of the measured time
 */
public record UtilityBounds(int tasks, double fluid, double utility, double prorated) {}
