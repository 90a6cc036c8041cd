package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;

/**
 * What comes of an allocation in one sample, by one pass over the tasks in their order: the oracle
 * of {@link PercentileEvaluation} and {@link Cloud}.
 *
 * <p>Dropping is decided in each sample: a task whose utility at its completion would be below the
 * threshold is not executed.
 */
final class SampledOutcome {
  private SampledOutcome() {}

  /** The totals in a sample; the cost is that of the sampled times. */
  static AllocationTotals of(SampledOutcomes samples, Allocation allocation, int sample) {
    StaticProblem problem = samples.problem();
    int[] ready = new int[problem.machines()];
    double utility = 0;
    double joules = 0;
    double cost = 0;
    int onTime = 0;
    int dropped = 0;
    for (int task : allocation.sequence()) {
      int placement = allocation.placement(task);
      if (placement == Allocation.NOT_EXECUTED) {
        dropped++;
        continue;
      }
      int machine = problem.machineOf(placement);
      int mode = problem.modeOf(placement);
      int time = samples.time(sample, task, mode);
      int completion = Math.max(ready[machine], samples.arrival(task)) + time;
      if (completion > samples.latest(task)) {
        dropped++;
        continue;
      }
      ready[machine] = completion;
      utility += samples.utility(task, completion);
      joules += samples.joules(sample, task, mode);
      double mean = problem.seconds(problem.type(task), mode);
      double share = mean == 0 ? 0 : time * samples.unitSeconds() / mean;
      cost += problem.cost(problem.type(task), mode) * share;
      onTime += completion * samples.unitSeconds() <= problem.deadline(task) ? 1 : 0;
    }
    double makespan = Arrays.stream(ready).max().orElse(0) * samples.unitSeconds();
    return new AllocationTotals(utility, joules, makespan, cost, onTime, dropped);
  }
}
