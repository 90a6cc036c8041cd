package org.espalier.simulator.experiment;

import java.util.List;
import org.espalier.simulator.statistics.MeanInterval;

/**
 * How a column is written on a terminal: percentages with one decimal, other numbers to three
 * digits of the smallest, by a power of a thousand where they are small.
 *
 * @param exponent the power of ten that numbers are multiples of
 * @param decimals their decimals
 */
record ColumnScale(int exponent, int decimals) {
  private static final int DIGITS = 3;
  private static final double SMALL = 0.01;

  /** Numbers smaller than the largest by more than this get fewer digits. */
  private static final double RANGE = 100;

  static ColumnScale of(Column column, List<MeanInterval> intervals) {
    if (column.unit().equals("%")) {
      return new ColumnScale(0, 1);
    }
    double[] sizes =
        intervals.stream()
            .mapToDouble(interval -> Math.abs(interval.mean()))
            .filter(size -> size > 0)
            .sorted()
            .toArray();
    if (sizes.length == 0) {
      return new ColumnScale(0, 0);
    }
    double largest = sizes[sizes.length - 1];
    int exponent = largest < SMALL ? 3 * Math.floorDiv(magnitude(largest), 3) : 0;
    int first = magnitude(Math.max(sizes[0], largest / RANGE)) - exponent;
    return new ColumnScale(exponent, Math.max(0, DIGITS - 1 - first));
  }

  private static int magnitude(double number) {
    return (int) Math.floor(Math.log10(number));
  }

  String heading(Column column) {
    String power = exponent == 0 ? "" : "1e" + exponent;
    return "%s %s %s".formatted(column.key(), power, column.unit()).strip().replaceAll(" +", " ");
  }

  String text(MeanInterval interval) {
    double factor = Math.pow(10, exponent);
    return PlainTable.text(
        new MeanInterval(interval.count(), interval.mean() / factor, interval.halfWidth() / factor),
        decimals);
  }
}
