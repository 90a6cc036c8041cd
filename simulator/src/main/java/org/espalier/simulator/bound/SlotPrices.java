package org.espalier.simulator.bound;

/**
 * Prices of machine time by machine type and slot of time. Their sums are kept, so that what a span
 * of time costs is found at once. Times count from the beginning of the first slot.
 */
final class SlotPrices {
  private final long width;
  private final int slots;
  private final double[][] prices;

  /** [machine type][slot]: what the time before the slot costs. */
  private final double[][] before;

  /** Prices of 0. */
  SlotPrices(int machineTypes, long width, int slots) {
    this.width = width;
    this.slots = slots;
    this.prices = new double[machineTypes][slots];
    this.before = new double[machineTypes][slots];
  }

  /** Ticks in a slot. */
  long width() {
    return width;
  }

  /** Number of slots. */
  int slots() {
    return slots;
  }

  /** The price of a tick. */
  double get(int machineType, int slot) {
    return prices[machineType][slot];
  }

  /** Sets a price; {@link #sum} makes it count. */
  void set(int machineType, int slot, double price) {
    prices[machineType][slot] = price;
  }

  /** Takes the prices that were set. */
  void sum() {
    for (int j = 0; j < prices.length; j++) {
      for (int s = 1; s < slots; s++) {
        before[j][s] = before[j][s - 1] + width * prices[j][s - 1];
      }
    }
  }

  /** What all of a machine's time costs. */
  double all(int machineType) {
    return until(machineType, slots * width);
  }

  /** What some ticks from a start cost. */
  double cost(int machineType, long start, long ticks) {
    return until(machineType, start + ticks) - until(machineType, start);
  }

  private double until(int machineType, long time) {
    long cut = Math.min(time, slots * width);
    int slot = (int) Math.min(cut / width, slots - 1);
    return before[machineType][slot] + prices[machineType][slot] * (cut - slot * width);
  }

  /**
   * Adds some ticks from a start to those that are taken of each slot.
   *
   * @param taken by slot
   */
  void take(double[] taken, long start, long ticks) {
    long from = start;
    long end = Math.min(start + ticks, slots * width);
    while (from < end) {
      int slot = (int) (from / width);
      long to = Math.min(end, (slot + 1) * width);
      taken[slot] += to - from;
      from = to;
    }
  }
}
