package org.espalier.cli.terminal;

import java.util.Arrays;

/** A row of bars, one character each, as high as the values they stand for. */
public final class Sparkline {
  private static final String BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
  private static final String ASCII = "_.:-=+*#";

  private Sparkline() {}

  /**
   * Bars of values that are not negative. Where there are more values than characters each bar is
   * the sum of its share of them.
   *
   * @param most the greatest number of characters
   * @param plain whether to use ASCII characters only
   */
  public static String of(double[] values, int most, boolean plain) {
    double[] bars = values.length <= most ? values : shared(values, most);
    double highest = Arrays.stream(bars).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (double bar : bars) {
      line.append(character(bar, highest, plain ? ASCII : BLOCKS));
    }
    return line.toString();
  }

  /** The values poured into fewer bars; one that lies across a border is divided. */
  private static double[] shared(double[] values, int bars) {
    double[] sums = new double[bars];
    double width = (double) bars / values.length;
    for (int i = 0; i < values.length; i++) {
      double from = i * width;
      int bar = Math.min((int) from, bars - 1);
      double inFirst = Math.min(1, (bar + 1 - from) / width);
      sums[bar] += values[i] * inFirst;
      if (bar + 1 < bars) {
        sums[bar + 1] += values[i] * (1 - inFirst);
      }
    }
    return sums;
  }

  private static char character(double value, double highest, String levels) {
    if (!(value > 0) || !(highest > 0)) {
      return ' ';
    }
    int level = (int) (value / highest * levels.length());
    return levels.charAt(Math.min(level, levels.length() - 1));
  }
}
