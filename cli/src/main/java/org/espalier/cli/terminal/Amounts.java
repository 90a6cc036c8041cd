package org.espalier.cli.terminal;

import java.util.Locale;

/** Numbers of things and shares, as people read them. */
public final class Amounts {
  private Amounts() {}

  /** A number of things. */
  public static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  /** A share of 1 in whole percent. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
