package org.espalier.workload.pet;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How the numbers of a PET file of the pruning papers are to be read.
 *
 * @param tick what one tick is
 * @param ticksPerUnit ticks in one unit of the file's times; a multiple of 100 where trial files,
 *     whose times have two decimals, go with it
 * @param step the lattice step in ticks; found from the times if empty
 * @param sumTolerance how far the masses of a cell may sum from 1
 */
public record EtcSettings(Duration tick, int ticksPerUnit, OptionalLong step, double sumTolerance) {
  /**
   * A unit is a millisecond (JOURNAL 8.2: means "range from 50 to 200 ms") of 100 ticks; sums may
   * be off by 1 %.
   */
  public static final EtcSettings DEFAULTS =
      new EtcSettings(Duration.ofNanos(10_000), 100, OptionalLong.empty(), 0.01);

  public EtcSettings {
    if (!tick.isPositive()) {
      throw new IllegalArgumentException("tick is %s; expected more than 0".formatted(tick));
    }
    if (ticksPerUnit < 1) {
      throw new IllegalArgumentException(
          "ticksPerUnit is %d; expected at least 1".formatted(ticksPerUnit));
    }
    if (step.isPresent() && step.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "step is %d ticks; expected at least 1".formatted(step.getAsLong()));
    }
    if (!(sumTolerance >= 0)) {
      throw new IllegalArgumentException(
          "sumTolerance is %s; expected at least 0".formatted(sumTolerance));
    }
  }

  /** The same with another tolerance. */
  public EtcSettings withSumTolerance(double tolerance) {
    return new EtcSettings(tick, ticksPerUnit, step, tolerance);
  }

  /** The same with a fixed step in ticks. */
  public EtcSettings withStep(long ticks) {
    return new EtcSettings(tick, ticksPerUnit, OptionalLong.of(ticks), sumTolerance);
  }
}
