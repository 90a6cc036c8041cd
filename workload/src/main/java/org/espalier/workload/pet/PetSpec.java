package org.espalier.workload.pet;

import java.time.Duration;
import java.util.OptionalLong;
import org.espalier.core.model.Arguments;

/**
 * How a PET is drawn around means (JOURNAL 8.1).
 *
 * @param tick what one tick is
 * @param unit what the means are counted in
 * @param seed seed of the random streams
 * @param samples execution times drawn for each cell
 * @param times what execution times are drawn from
 * @param step the lattice step in ticks; found from the samples if empty
 */
public record PetSpec(
    Duration tick,
    Duration unit,
    long seed,
    int samples,
    TimeDistribution times,
    OptionalLong step) {
  /** Samples a cell in the sources. */
  public static final int SAMPLES = 500;

  /** Times of the sources (JOURNAL 8.1): gamma, with shapes from 1 to 20. */
  public static final TimeDistribution TIMES = new TimeDistribution.Gamma(1, 20);

  public PetSpec {
    if (!tick.isPositive() || !unit.isPositive()) {
      throw new IllegalArgumentException(
          "tick %s and unit %s; expected both above 0".formatted(tick, unit));
    }
    Arguments.refuse(samples < 1, "samples is %s; expected at least 1", samples);
  }
}
