package org.espalier.workload.pet;

import java.util.Arrays;
import java.util.Collection;

/**
 * The rule by which a common lattice step is found for the histograms of all cells.
 *
 * <p>Each cell alone would be served by bins after Freedman and Diaconis. The lower quartile of
 * their widths keeps the shape of all but the shortest execution times without making the PMFs of
 * the longest needlessly long; it is rounded down to 1, 2 or 5 times a power of ten ticks. Where
 * the longest time would take more than {@value #MOST_POINTS} points, the step grows in that series
 * until it does not.
 */
final class LatticeStep {
  static final int MOST_POINTS = 10_000;

  private static final long LONGEST = 1_000_000_000_000_000_000L;

  private LatticeStep() {}

  static long of(Collection<Samples> cells) {
    double[] widths =
        cells.stream().mapToDouble(Samples::binWidth).filter(width -> width > 0).sorted().toArray();
    double greatest = cells.stream().mapToDouble(Samples::greatest).max().orElse(0);
    long step = widths.length == 0 ? 1 : roundedDown(widths[widths.length / 4]);
    while (greatest / step > MOST_POINTS && step < LONGEST) {
      step = next(step);
    }
    return step;
  }

  /** The greatest of 1, 2, 5, 10, 20, ... that is not above {@code width}; at least 1. */
  static long roundedDown(double width) {
    long step = 1;
    while (step < LONGEST && next(step) <= width) {
      step = next(step);
    }
    return step;
  }

  private static long next(long step) {
    long power = 1;
    while (power <= step / 10) {
      power *= 10;
    }
    long[] series = {2 * power, 5 * power, 10 * power};
    return Arrays.stream(series).filter(candidate -> candidate > step).findFirst().orElseThrow();
  }
}
