package org.espalier.cli.terminal;

import java.util.Locale;

/** Shares, as people read them. */
public final class Amounts {
  private Amounts() {}

  /** A share of 1 in whole percent. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
