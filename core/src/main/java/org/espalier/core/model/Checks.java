package org.espalier.core.model;

/** Checks that the records of this package make when built. */
final class Checks {
  private Checks() {}

  static void id(int id, String what) {
    if (id < 0) {
      throw new IllegalArgumentException(
          "%s id %s is negative; ids are dense indices from 0".formatted(what, id));
    }
  }

  static void notNegative(double value, String what) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s is %s; expected a finite number that is not negative".formatted(what, value));
    }
  }
}
