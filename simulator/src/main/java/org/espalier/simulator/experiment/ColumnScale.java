package org.espalier.simulator.experiment;

import java.util.List;
import org.espalier.simulator.statistics.MeanInterval;

/**
 * How a column is written on a terminal: percentages with one decimal, other numbers to three
 * digits of the largest, by a power of a thousand where they are small.
 *
 * @param exponent the power of ten that numbers are multiples of
 * @param decimals their decimals
 */
record ColumnScale(int exponent, int decimals) {
  private static final int DIGITS = 3;
  private static final double SMALL = 0.01;

  static ColumnScale of(Column column, List<MeanInterval> intervals) {
    if (column.unit().equals("%")) {
      return new ColumnScale(0, 1);
    }
    double largest =
        intervals.stream()
            .mapToDouble(interval -> Math.abs(interval.mean()))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    if (largest == 0) {
      return new ColumnScale(0, 0);
    }
    int magnitude = (int) Math.floor(Math.log10(largest));
    int exponent = largest < SMALL ? 3 * Math.floorDiv(magnitude, 3) : 0;
    return new ColumnScale(exponent, Math.max(0, DIGITS - 1 - (magnitude - exponent)));
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
