package org.espalier.workload.pet;

import java.time.Duration;
import org.espalier.core.model.Arguments;

/**
 * How the times of a PET file of the pruning papers are to be read.
 *
 * @param tick what one tick is
 * @param ticksPerUnit ticks in one unit of the file's times; a multiple of 100 where trial files,
 *     whose times have two decimals, go with it
 */
public record EtcSettings(Duration tick, int ticksPerUnit) {
  /** A unit is a millisecond (JOURNAL 8.2: means "range from 50 to 200 ms") of 100 ticks. */
  public static final EtcSettings DEFAULTS = new EtcSettings(Duration.ofNanos(10_000), 100);

  public EtcSettings {
    Arguments.refuse(!tick.isPositive(), "tick is %s; expected more than 0", tick);
    Arguments.refuse(ticksPerUnit < 1, "ticksPerUnit is %s; expected at least 1", ticksPerUnit);
  }
}
