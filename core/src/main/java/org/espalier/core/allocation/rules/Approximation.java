package org.espalier.core.allocation.rules;

import org.espalier.core.pmf.Pmf;

/**
 * Whether a policy decides with approximate PMFs (JOURNAL 7.2.1), and how they are made.
 *
 * <p>Execution times are compacted once, to a lattice that is some times as coarse; all completion
 * times follow from these, that of a running task too, and are as coarse without further ado. An
 * impulse of a running task passes as many times more seldom, and with it tails are computed anew.
 * Short execution times stay as fine as it takes for none of them to become 0.
 *
 * @param on whether it is approximate at all
 * @param bucket lattice points of the PET that become one, at least 1
 * @param crop share of the mass at either end of an execution time that is moved inwards, in [0,
 *     0.5)
 */
public record Approximation(boolean on, int bucket, double crop) {
  /** A quarter of the points. */
  public static final Approximation ON = new Approximation(true, 4, 0);

  /** Decisions with exact PMFs; the other components are as in {@link #ON}. */
  public static final Approximation OFF = new Approximation(false, 4, 0);

  public Approximation {
    if (bucket < 1 || !(crop >= 0 && crop < 0.5)) {
      throw new IllegalArgumentException(
          "approximation with buckets of %s points, crop %s; expected at least 1, [0, 0.5)"
              .formatted(bucket, crop));
    }
  }

  /** An execution time as an approximate policy is shown it. */
  public Pmf execution(Pmf exact) {
    if (!on) {
      return exact;
    }
    int width = width(exact);
    return crop == 0
        ? exact.compacted(width, exact.earliest(), exact.latest())
        : exact.compacted(width, exact.quantile(crop), exact.quantile(1 - crop));
  }

  /** The greatest divisor of the bucket by which no time above 0 is shared with 0. */
  private int width(Pmf exact) {
    long least = exact.earliestAboveZero().orElse(Long.MAX_VALUE);
    int width = bucket;
    while (bucket % width != 0 || least < width * exact.step()) {
      width--;
    }
    return width;
  }
}
