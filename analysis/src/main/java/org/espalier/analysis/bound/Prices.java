package org.espalier.analysis.bound;

import java.util.Arrays;

/**
 * What a second of a machine of each type costs in each of some time slots of equal width, in
 * utility. Time after the last slot is free. Immutable.
 */
public final class Prices {
  private final double slotSeconds;
  private final double[][] perSecond;

  private Prices(double slotSeconds, double[][] perSecond) {
    this.slotSeconds = slotSeconds;
    this.perSecond = perSecond;
  }

  /**
   * Prices.
   *
   * @param perSecond by machine type and slot
   * @throws IllegalArgumentException if the width is not positive, a price is negative or no
   *     number, or machine types have different numbers of slots
   */
  public static Prices of(double slotSeconds, double[][] perSecond) {
    if (!(slotSeconds > 0) || Double.isInfinite(slotSeconds)) {
      throw new IllegalArgumentException(
          "a time slot of %s s; expected a width above 0".formatted(slotSeconds));
    }
    double[][] copy = new double[perSecond.length][];
    for (int type = 0; type < copy.length; type++) {
      if (perSecond[type].length != perSecond[0].length) {
        throw new IllegalArgumentException(
            "machine type %d has prices for %d slots, the first has %d"
                .formatted(type, perSecond[type].length, perSecond[0].length));
      }
      if (!Arrays.stream(perSecond[type]).allMatch(p -> p >= 0 && p < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "machine type %d has a price that is negative or no number".formatted(type));
      }
      copy[type] = perSecond[type].clone();
    }
    return new Prices(slotSeconds, copy);
  }

  /** Prices of 0. */
  public static Prices free(int machineTypes, double slotSeconds, int slots) {
    return of(slotSeconds, new double[machineTypes][slots]);
  }

  public int machineTypes() {
    return perSecond.length;
  }

  public double slotSeconds() {
    return slotSeconds;
  }

  public int slots() {
    return perSecond.length == 0 ? 0 : perSecond[0].length;
  }

  /** Utility per second of a machine of a type, by slot; a copy. */
  public double[] of(int machineType) {
    return perSecond[machineType].clone();
  }
}
