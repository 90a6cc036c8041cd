package org.espalier.core.bound;

/**
 * What a unit of something costs in each slot of time; behind the last slot it is free. Sums are
 * kept, so that what a span of time costs is found at once. Times count from the first slot on.
 */
public final class SlotPrices {
  private final double width;
  private final double[] prices;

  /** By slot, what the time before it costs. */
  private final double[] before;

  /** Prices of 0 in slots of a width. */
  public SlotPrices(double width, int slots) {
    this.width = width;
    this.prices = new double[slots];
    this.before = new double[slots + 1];
  }

  /** Takes other prices, by slot. */
  public void set(double... others) {
    System.arraycopy(others, 0, prices, 0, prices.length);
    for (int slot = 0; slot < prices.length; slot++) {
      before[slot + 1] = before[slot] + width * prices[slot];
    }
  }

  /** The prices by slot, a copy. */
  public double[] get() {
    return prices.clone();
  }

  /** What all time costs. */
  public double all() {
    return before[prices.length];
  }

  /** What the time of some length from a start on costs. */
  public double cost(double start, double length) {
    return until(start + length) - until(start);
  }

  /** What the time before a slot costs. */
  double before(int slot) {
    return before[slot];
  }

  /** What the time before some time costs. */
  double until(double time) {
    int slot = (int) (time / width);
    return slot >= prices.length ? all() : before[slot] + prices[slot] * (time - slot * width);
  }

  /** Adds the time of some length from a start on to what is taken of each slot. */
  void take(double[] taken, double start, double length) {
    double end = start + length;
    for (int slot = (int) (start / width); slot < taken.length && slot * width < end; slot++) {
      taken[slot] += Math.min(end, (slot + 1) * width) - Math.max(start, slot * width);
    }
  }
}
