package org.espalier.simulator.bound;

import java.util.List;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.simulator.engine.LoggedTimes;

/**
 * The bounds of a trial, in tasks on time.
 *
 * @param tasks all tasks of the trial
 * @param steadyShare by {@link FluidBound#steadyShare}, with the least shares of the policy; NaN if
 *     none can hold them
 * @param fluid by {@link FluidBound#ofTrial}; NaN, as the one before, where execution times were
 *     recorded, since both are of times that the PET has
 * @param clairvoyant by {@link EarningBound#onTime} with {@link OneNumberTimes}: in the mean, no
 *     policy that cannot see the future gets beyond it
 * @param hindsight by {@link EarningBound#onTime} with the times that the tasks of this trial take:
 *     nobody gets beyond it
 */
public record TrialBounds(
    int tasks, double steadyShare, double fluid, int clairvoyant, int hindsight) {
  /**
   * The bounds of a trial.
   *
   * @param system the system as it is
   * @param counted the tasks but for the first and last, as many as results leave out
   */
  public static TrialBounds of(
      HcSystem system,
      Workload workload,
      List<Task> counted,
      SharesByType shares,
      long seed,
      int trial) {
    ExecutionTimes oneNumber = new OneNumberTimes(seed, trial, system.pet());
    ExecutionTimes drawn = new CounterStream(seed, trial, system.pet());
    boolean isDrawn = workload.recorded().isEmpty();
    return new TrialBounds(
        workload.size(),
        isDrawn ? FluidBound.steadyShare(system, counted, shares).share() : Double.NaN,
        isDrawn ? FluidBound.ofTrial(system.ofEqualVersions(), workload, _ -> 1) : Double.NaN,
        EarningBound.onTime(system, workload, LoggedTimes.of(workload, system, oneNumber)),
        EarningBound.onTime(system, workload, LoggedTimes.of(workload, system, drawn)));
  }
}
