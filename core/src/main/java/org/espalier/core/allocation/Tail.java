package org.espalier.core.allocation;

import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The tail of a machine queue, and what is asked of it for candidates of each task type in each
 * P-state. That is chances of success, and expected completions under EXECUTING.
 *
 * <p>Candidates of one type differ in their deadline only, so one convolution of the tail with the
 * type's execution time answers all of them by look-ups. A question without it is one pass over the
 * execution time, so the convolution is made only when a type was asked for often enough to pay for
 * it; the cost of a mapping event with many tasks then grows with task types times machines.
 */
final class Tail {
  /**
   * Passes over an execution time that cost as much as one convolution: some, and one more for each
   * few points of the tail.
   */
  private static final int FEWEST_PASSES = 32;

  private static final int POINTS_PER_PASS = 4;

  private final Pmf pmf;
  private int @Nullable [] asked;
  private @Nullable Pmf @Nullable [] sums;

  Tail(Pmf pmf) {
    this.pmf = pmf;
  }

  /** The distribution of the tail. */
  Pmf pmf() {
    return pmf;
  }

  double chanceOfSuccess(MachineProfile profile, int taskType, int pState, long deadline) {
    Pmf execution = profile.executionTime(taskType, pState);
    Pmf sum = sumIfWorthwhile(profile, profile.cell(taskType, pState), execution);
    long by = profile.by(deadline);
    return sum == null
        ? CompletionTimes.chanceOfSuccess(pmf, execution, by)
        : CompletionTimes.chanceOfSuccess(pmf, execution, sum, by);
  }

  /** Expected completion of a task that may be evicted. */
  double expectedCompletion(MachineProfile profile, int taskType, int pState, long deadline) {
    Pmf execution = profile.executionTime(taskType, pState);
    Pmf sum = sumIfWorthwhile(profile, profile.cell(taskType, pState), execution);
    return sum == null
        ? CompletionTimes.expectedCompletion(DroppingScope.EXECUTING, pmf, execution, deadline)
        : CompletionTimes.expectedCompletion(
            DroppingScope.EXECUTING, pmf, execution, sum, deadline);
  }

  /**
   * Not more than the expected completion, found in constant time. The time the task adds is
   * E[min(E, d-C)] over the starts C before d, a concave function of d-C, which lies above its
   * chord between the least and the greatest d-C.
   */
  double expectedCompletionAtLeast(
      MachineProfile profile, int taskType, int pState, long deadline) {
    Pmf execution = profile.executionTime(taskType, pState);
    double most = deadline - pmf.earliest();
    if (most <= 0) {
      return pmf.mean();
    }
    double least = Math.max(0, deadline - pmf.latest());
    double added = limitedMean(execution, least);
    if (most > least) {
      double slope = (limitedMean(execution, most) - added) / (most - least);
      added += slope * (pmf.shortfall(deadline) - least);
    }
    return pmf.mean() + added;
  }

  /** E[min(E, limit)] in ticks. */
  private static double limitedMean(Pmf execution, double limit) {
    return limit == 0 ? 0 : limit - execution.shortfall(limit);
  }

  /** Not less than the expected completion, found in constant time. */
  double expectedCompletionAtMost(MachineProfile profile, int taskType, int pState, long deadline) {
    return CompletionTimes.expectedCompletionAtMost(
        DroppingScope.EXECUTING, pmf, profile.executionTime(taskType, pState), deadline);
  }

  private @Nullable Pmf sumIfWorthwhile(MachineProfile profile, int cell, Pmf execution) {
    if (pmf.size() == 1 || !pmf.addsExactly(execution)) {
      return null;
    }
    if (asked == null || sums == null) {
      asked = new int[profile.cells()];
      sums = new Pmf[profile.cells()];
    }
    Pmf sum = sums[cell];
    if (sum == null && ++asked[cell] > FEWEST_PASSES + pmf.size() / POINTS_PER_PASS) {
      sum = pmf.plus(execution);
      sums[cell] = sum;
    }
    return sum;
  }
}
