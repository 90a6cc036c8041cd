package org.espalier.analysis.problem;

import java.util.Arrays;

/**
 * What comes of an allocation, task by task and machine by machine. It is found by one pass over
 * the tasks in their order, which is what every faster way must agree with.
 *
 * <p>A machine that is free runs the next of its tasks once that has arrived. A task that would be
 * worth less than the threshold at its completion is not executed: it takes no time and no energy,
 * and the machine does not wait for it (DISSERTATION 7.3.3).
 */
public final class AllocationOutcome {
  private final double[] completions;
  private final double[] utilities;
  private final double[] finishes;
  private final double[] machineJoules;
  private final int[] machineTasks;
  private double cost;
  private int onTime;
  private int dropped;

  private AllocationOutcome(StaticProblem problem) {
    completions = new double[problem.tasks()];
    Arrays.fill(completions, Double.NaN);
    utilities = new double[problem.tasks()];
    finishes = new double[problem.machines()];
    machineJoules = new double[problem.machines()];
    machineTasks = new int[problem.machines()];
  }

  /** The outcome of an allocation. */
  public static AllocationOutcome of(StaticProblem problem, Allocation allocation) {
    AllocationOutcome outcome = new AllocationOutcome(problem);
    for (int task : allocation.sequence()) {
      outcome.run(problem, task, allocation.placement(task));
    }
    return outcome;
  }

  private void run(StaticProblem problem, int task, int placement) {
    if (placement == Allocation.NOT_EXECUTED) {
      dropped++;
      return;
    }
    int machine = problem.machineOf(placement);
    int type = problem.type(task);
    int mode = problem.modeOf(placement);
    double start = Math.max(finishes[machine], problem.arrival(task));
    double completion = start + problem.seconds(type, mode);
    if (completion > problem.latestCompletion(task)) {
      dropped++;
      return;
    }
    finishes[machine] = completion;
    completions[task] = completion;
    utilities[task] = problem.utility(task).of(completion - problem.arrival(task));
    machineJoules[machine] += problem.joules(type, mode);
    machineTasks[machine]++;
    cost += problem.cost(type, mode);
    onTime += completion <= problem.deadline(task) ? 1 : 0;
  }

  /** The sums of all tasks and machines. */
  public AllocationTotals totals() {
    return new AllocationTotals(
        Arrays.stream(utilities).sum(),
        Arrays.stream(machineJoules).sum(),
        Arrays.stream(finishes).max().orElse(0),
        cost,
        onTime,
        dropped);
  }

  /** When a task completes, in seconds of the trace; NaN if it is not executed. */
  public double completion(int task) {
    return completions[task];
  }

  /** What a task earns; 0 if it is not executed. */
  public double utility(int task) {
    return utilities[task];
  }

  /** When a machine has finished the last of its tasks; 0 if it has none. */
  public double finish(int machine) {
    return finishes[machine];
  }

  /** The energy of a machine's executions. */
  public double joules(int machine) {
    return machineJoules[machine];
  }

  /** How many tasks a machine executes. */
  public int tasks(int machine) {
    return machineTasks[machine];
  }
}
