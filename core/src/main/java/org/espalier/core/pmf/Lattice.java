package org.espalier.core.pmf;

/** Steps of a lattice in a number of ticks. */
final class Lattice {
  private Lattice() {}

  /**
   * Whole steps, rounded down. Of numbers that fit, as nearly all do, it is the division of 32
   * bits: that of 64 takes so much longer on some processors that a chance of success took a ninth
   * more.
   */
  static long floor(long ticks, long step) {
    return (int) ticks == ticks && (int) step == step
        ? Math.floorDiv((int) ticks, (int) step)
        : Math.floorDiv(ticks, step);
  }

  /** Whole steps from an origin to a time, rounded up, or nearly all there are. */
  static long stepsTo(long time, long origin, long step) {
    long ticks = time - origin;
    boolean overflows = ((time ^ origin) & (time ^ ticks)) < 0;
    return ceil(overflows ? time < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE : ticks, step);
  }

  /** Whole steps, rounded up. */
  static long ceil(long ticks, long step) {
    return -floor(-ticks, step);
  }
}
