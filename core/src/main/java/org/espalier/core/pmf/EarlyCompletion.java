package org.espalier.core.pmf;

import org.jspecify.annotations.Nullable;

/**
 * The time at which a machine is free again under the dropping scope PENDING, as far as it lies
 * before a horizon, and the mean of all of it.
 *
 * <p>Whether a task starts, and what its chances are, hangs on what lies before its deadline only
 * (THESIS eqs. 3.2 and 3.3). With the latest deadline that is asked for as horizon the answers are
 * those of the whole PMF, and the points beyond it, which under overload are many, are not
 * computed.
 *
 * <p>To a reader it is immutable; its running sums are made on first use. Not safe for use by
 * several threads.
 */
public final class EarlyCompletion {
  private final long origin;
  private final long step;
  private final long horizon;
  private final double mean;

  /** Masses from the origin on, of which the first {@link #count} lie before the horizon. */
  private final double[] masses;

  private final int count;
  private double @Nullable [] sums;

  private EarlyCompletion(
      long origin, long step, long horizon, double mean, double[] masses, int count) {
    this.origin = origin;
    this.step = step;
    this.horizon = horizon;
    this.mean = mean;
    this.masses = masses;
    this.count = count;
  }

  /**
   * A whole PMF as far as it lies before a horizon.
   *
   * @param horizon in ticks; {@code Long.MAX_VALUE} for all of it
   */
  public static EarlyCompletion of(Pmf time, long horizon) {
    return new EarlyCompletion(
        time.origin(),
        time.step(),
        horizon,
        time.mean(),
        time.array(),
        CompletionTimes.before(time, horizon));
  }

  /**
   * The time at which the machine is free again when one more task is put behind it: {@link
   * CompletionTimes#completion} under PENDING, with the same horizon.
   *
   * @param execution execution time of the task, on the lattice of this
   * @param deadline of the task in ticks
   * @throws IllegalArgumentException if the deadline lies beyond the horizon or the steps differ
   */
  public EarlyCompletion behind(Pmf execution, long deadline) {
    CompletionTimes.checkLattice(step, execution);
    int starts = pointsBefore(deadline);
    if (starts == 0) {
      return this;
    }
    if (masses.length == 1 && masses[0] == 1) {
      return of(execution.shifted(origin), horizon);
    }
    long latest = (long) starts + execution.size() - 1 + CompletionTimes.offset(execution);
    int end = (int) Math.min(pointsTo(horizon), latest);
    int first = CompletionTimes.firstPoint(starts, count, execution, end);
    double[] out =
        CompletionTimes.started(
            masses, count, starts, execution, end, Math.max(end, count) - first);
    return new EarlyCompletion(
        origin + first * step, step, horizon, meanBehind(execution, starts), out, out.length);
  }

  /**
   * The same where the whole completion time is known: with its masses, and the mean that it has
   * here, so that no answer hangs on what was known.
   */
  public EarlyCompletion behind(Pmf execution, long deadline, Pmf whole) {
    return new EarlyCompletion(
        whole.origin(),
        step,
        horizon,
        meanBehind(execution, pointsBefore(deadline)),
        whole.array(),
        CompletionTimes.before(whole, horizon));
  }

  private double meanBehind(Pmf execution, int starts) {
    return mean + Kernels.sum(masses, starts) * execution.mean();
  }

  /** Mean in ticks, of all of it. */
  public double mean() {
    return mean;
  }

  /**
   * The probability that it is strictly before a time, in ticks.
   *
   * @throws IllegalArgumentException if the time lies beyond the horizon
   */
  public double before(long time) {
    int points = pointsBefore(time);
    return points == 0 ? 0 : cumulativeSums()[points - 1];
  }

  /** Whether it can be asked for a time in ticks. */
  public boolean reaches(long time) {
    return time <= horizon;
  }

  long step() {
    return step;
  }

  /** Index on the lattice of a time, rounded up. */
  long pointsTo(long time) {
    if (time > horizon) {
      throw new IllegalArgumentException(
          "time %d lies beyond the horizon %d; ask for the whole completion time"
              .formatted(time, horizon));
    }
    return Lattice.stepsTo(time, origin, step);
  }

  /** Number of points before a time. */
  int pointsBefore(long time) {
    return Math.clamp(pointsTo(time), 0, count);
  }

  /** The masses, and maybe some beyond the horizon; not to be written. */
  double[] array() {
    return masses;
  }

  /** Running sums of the masses before the horizon; not to be written. */
  double[] cumulativeSums() {
    double[] known = sums;
    if (known == null) {
      known = Kernels.runningSums(masses, count);
      sums = known;
    }
    return known;
  }
}
