package org.espalier.cli.profile;

import java.util.Locale;

/** Measured numbers as people read them. */
record ProfileUnits(double perSecond, String format) {
  private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB"};

  /** The unit for times that are about as long as one of them, which then has four digits. */
  static ProfileUnits forTime(double seconds) {
    if (seconds >= 1) {
      return new ProfileUnits(1, "%%.%sf s".formatted(decimals(seconds)));
    }
    return seconds >= 1e-3
        ? new ProfileUnits(1e3, "%%.%sf ms".formatted(decimals(seconds * 1e3)))
        : new ProfileUnits(1e6, "%.1f us");
  }

  private static int decimals(double number) {
    return Math.clamp((long) (3 - Math.floor(Math.log10(number))), 0, 3);
  }

  /** A time in this unit. */
  String time(double seconds) {
    return String.format(Locale.ROOT, format, seconds * perSecond);
  }

  /** A share in percent. */
  static String percent(double share) {
    double percent = 100 * share;
    double size = Math.abs(percent);
    String format = size >= 10 ? "%.0f %%" : size >= 1 ? "%.1f %%" : "%.2f %%";
    return String.format(Locale.ROOT, format, percent);
  }

  /** A size in the unit that fits it. */
  static String bytes(double size) {
    int unit = 0;
    double rest = size;
    while (rest >= 1000 && unit < SIZES.length - 1) {
      rest /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, SIZES[unit]);
  }

  /** A large number in three digits. */
  static String count(double number) {
    return number < 10_000
        ? String.format(Locale.ROOT, "%,.0f", number)
        : String.format(Locale.ROOT, "%.3g", number);
  }

  /** An energy. */
  static String joules(double energy) {
    return String.format(Locale.ROOT, "%.4g J", energy);
  }
}
