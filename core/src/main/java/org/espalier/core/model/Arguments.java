package org.espalier.core.model;

import java.util.Locale;

/** Looks at arguments. */
public final class Arguments {
  private Arguments() {}

  /**
   * Throws {@link IllegalArgumentException} where something is wrong.
   *
   * @param message a format of the values
   */
  public static void refuse(boolean wrong, String message, Object... values) {
    if (wrong) {
      throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
  }

  /** Refuses an index that is negative. */
  static void id(int id, String what) {
    if (id < 0) {
      refuse(true, "%s id %s is negative; ids are dense indices from 0", what, id);
    }
  }

  /** Refuses what is negative, infinite or no number. */
  public static void notNegative(double value, String what) {
    refuse(
        !(value >= 0) || Double.isInfinite(value),
        "%s is %s; expected a finite number that is not negative",
        what,
        value);
  }

  /** Refuses what is not above 0 and finite. */
  public static void positive(double value, String what) {
    refuse(
        !(value > 0) || Double.isInfinite(value),
        "%s is %s; expected a finite number above 0",
        what,
        value);
  }

  /** Refuses what is not from 0 to 1. */
  public static void share(double value, String what) {
    refuse(!(value >= 0 && value <= 1), "%s is %s; expected [0, 1]", what, value);
  }
}
