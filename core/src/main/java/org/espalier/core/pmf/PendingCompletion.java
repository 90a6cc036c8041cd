package org.espalier.core.pmf;

/**
 * The completion time of a task under the dropping scope PENDING as far as mean and distribution
 * function tell it: both take one pass over the starts before the deadline, where {@link
 * CompletionTimes#completion} takes a convolution.
 *
 * <p>The task starts at C where that is before its deadline d, and the machine is free again at C +
 * E; otherwise it is dropped, and the machine is free at C. So the mean is E[C] + P(C &lt; d) E[E],
 * and the distribution function is a sum over the starts (THESIS eqs. 3.2 and 3.3).
 */
public final class PendingCompletion {
  private final EarlyCompletion ready;
  private final Pmf execution;
  private final int starts;
  private final double started;

  /**
   * The completion of a task.
   *
   * @param ready when the machine is free for it
   * @param execution its execution time, on the lattice of {@code ready}
   * @param deadline its deadline in ticks
   * @throws IllegalArgumentException if the deadline lies beyond the horizon of {@code ready} or
   *     the steps differ
   */
  public PendingCompletion(EarlyCompletion ready, Pmf execution, long deadline) {
    CompletionTimes.checkLattice(ready.step(), execution);
    this.ready = ready;
    this.execution = execution;
    this.starts = ready.pointsBefore(deadline);
    this.started = ready.before(deadline);
  }

  /** Mean in ticks. */
  public double mean() {
    return ready.mean() + started * execution.mean();
  }

  /**
   * The probability that it is strictly before a time, in ticks.
   *
   * @throws IllegalArgumentException if the time lies beyond the horizon of the ready time
   */
  public double before(long time) {
    long reach = ready.pointsTo(time);
    double[] sums = ready.cumulativeSums();
    double dropped = reach > starts ? sums[(int) Math.min(reach, sums.length) - 1] - started : 0;
    double[] ends = execution.cumulativeSums();
    long lead = reach - CompletionTimes.offset(execution);
    if (lead <= 0) {
      return dropped;
    }
    long surely = lead - ends.length + 1;
    if (surely >= starts) {
      return dropped + started * ends[ends.length - 1];
    }
    int from = (int) Math.max(surely, 0);
    int to = (int) Math.min(lead, starts);
    double ended = Kernels.reversedDot(ready.array(), from, to, ends, (int) lead - 1);
    return from == 0 ? dropped + ended : dropped + ended + sums[from - 1] * ends[ends.length - 1];
  }
}
