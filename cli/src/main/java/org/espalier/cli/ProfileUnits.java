package org.espalier.cli;

import java.util.Locale;

/** Measured numbers as people read them. */
final class ProfileUnits {
  private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB"};

  private final double perSecond;
  private final String format;

  private ProfileUnits(double perSecond, String format) {
    this.perSecond = perSecond;
    this.format = format;
  }

  /** The unit for times that are about as long as one of them. */
  static ProfileUnits forTime(double seconds) {
    if (seconds < 1e-3) {
      return new ProfileUnits(1e6, "%.1f us");
    }
    return seconds < 1 ? new ProfileUnits(1e3, "%.1f ms") : new ProfileUnits(1, "%.3f s");
  }

  /** A time in this unit. */
  String time(double seconds) {
    return String.format(Locale.ROOT, format, seconds * perSecond);
  }

  /** A share in percent. */
  static String percent(double share) {
    return String.format(Locale.ROOT, Math.abs(share) < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
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
