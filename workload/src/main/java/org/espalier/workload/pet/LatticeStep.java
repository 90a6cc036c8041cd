package org.espalier.workload.pet;

import java.util.Arrays;
import java.util.Collection;

/**
 * The steps of the histograms of all cells. There is one for all where that suits each of them,
 * else one for each: a base step doubled some times.
 *
 * <p>Each cell alone would be served by bins after Freedman and Diaconis. The lower quartile of
 * their widths keeps the shape of all but the shortest execution times without making the PMFs of
 * the longest needlessly long; it is rounded down to 1, 2 or 5 times a power of ten ticks. Where
 * the longest time would take more than {@value #MOST_POINTS} points, the step grows in that series
 * until it does not.
 *
 * <p>A step suits a cell that it {@link Samples#keeps}. Where that one does not suit all, the base
 * step is the greatest of the series below that does, or else a tick. A cell with more than {@value
 * #POINTS_OF_OWN} points on it, or a longest time of more than {@value #MOST_POINTS} steps, has the
 * least step with no more, if that suits it.
 *
 * @param base the base step, in ticks
 * @param isOwn whether cells have steps of their own
 */
record LatticeStep(long base, boolean isOwn) {
  static final int MOST_POINTS = 10_000;
  static final int POINTS_OF_OWN = 2_000;

  private static final long LONGEST = 1_000_000_000_000_000_000L;

  static LatticeStep of(Collection<Samples> cells) {
    double[] widths =
        cells.stream().mapToDouble(Samples::binWidth).filter(width -> width > 0).sorted().toArray();
    double greatest = cells.stream().mapToDouble(Samples::greatest).max().orElse(0);
    long step = widths.length == 0 ? 1 : roundedDown(widths[widths.length / 4]);
    while (greatest / step > MOST_POINTS && step < LONGEST) {
      step = next(step);
    }
    long base = step;
    while (base > 1 && !suits(cells, base)) {
      base = roundedDown(base - 1.0);
    }
    return new LatticeStep(base, base < step);
  }

  private static boolean suits(Collection<Samples> cells, long step) {
    return cells.stream().allMatch(cell -> cell.keeps(step));
  }

  /** The step of a cell, in ticks. */
  long of(Samples cell) {
    long step = base;
    while (isOwn && isLong(cell, step) && cell.keeps(2 * step)) {
      step *= 2;
    }
    return step;
  }

  private static boolean isLong(Samples cell, long step) {
    return cell.points(step) > POINTS_OF_OWN || cell.greatest() / step > MOST_POINTS;
  }

  /** The greatest doubling of a base step that divides a number. */
  static long doubled(long base, long divisor) {
    return base * Math.max(1, Long.lowestOneBit(divisor / base));
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
