package org.espalier.service.live;

import java.time.Duration;
import java.util.Optional;

/**
 * What a user may have, and how much what this one submits counts.
 *
 * @param waiting how many tasks may wait to start at a time
 * @param perSecond how many tasks may be submitted in a second, over a longer time
 * @param machineTime how much time of machines executions may take; empty for any
 * @param weight what the worth of tasks is multiplied by
 */
public record Quota(
    int waiting, double perSecond, Optional<MachineTime> machineTime, double weight) {
  /** No limits, and a weight of 1. */
  public static final Quota NONE =
      new Quota(Integer.MAX_VALUE, Double.POSITIVE_INFINITY, Optional.empty(), 1);

  /**
   * So much time in each period.
   *
   * @param period an hour or a day by UTC, as a rule; counted from 1970
   */
  public record MachineTime(Duration time, Duration period) {}
}
