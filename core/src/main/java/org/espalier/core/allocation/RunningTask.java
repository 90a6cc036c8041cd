package org.espalier.core.allocation;

import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * The task that a machine is running: since when, and what is believed of the time it takes. All
 * states of the queue share one while it runs; nothing in it hangs on the present time.
 *
 * @param pState the P-state it runs in
 * @param start when it started, in ticks
 * @param execution how long it takes, as is believed
 */
record RunningTask(MachineProfile profile, Task task, int pState, long start, Pmf execution) {
  RunningTask(MachineProfile profile, Task task, int pState, long start) {
    this(profile, task, pState, start, profile.executionTime(task.type(), pState));
  }

  /** PMF of the time at which it would end of itself, given that it still runs. */
  Pmf end(long now) {
    return execution.shifted(start).later(now);
  }

  /** PMF of the time at which the machine has passed a task that would end of itself so. */
  Pmf completion(Pmf end) {
    return profile.rules().evicts() && !profile.runsOn() ? end.cutAt(task.deadline()) : end;
  }

  /** The latest time at which it can end, in ticks; not before now. */
  long endAtMost(long now) {
    return Math.max(start + execution.latest(), now);
  }

  /** The time at which less than a share of the outcomes that are left now is left, in ticks. */
  long timeWithLeft(double share, long now) {
    double left = 1 - execution.cumulative(now - start);
    return start + execution.quantile(Math.min(1 - share * left, Math.nextDown(1.0)));
  }

  /**
   * Chance of success, not rounded. Mass cut at the deadline sits above it on the lattice, unless
   * the deadline is a lattice point.
   */
  double chanceOfSuccess(long now) {
    Pmf end = end(now);
    return end.completes() * end.cumulative(task.deadline());
  }

  /**
   * Whether it has outlived its distribution. Its completion time then moves to another lattice, on
   * which evictions are rounded differently, and no earlier tail is a bound.
   */
  boolean hasOutlived(long time) {
    return start + execution.latest() <= time;
  }
}
