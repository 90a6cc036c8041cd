package org.espalier.simulator.run;

import java.util.List;

/**
 * What became of every task of one trial.
 *
 * @param scenario index of the scenario
 * @param trial number of the trial
 * @param tasks the tasks, in the order in which they left
 */
public record Trace(int scenario, int trial, List<TracedTask> tasks) {}
