package org.espalier.simulator.column;

import java.util.List;
import java.util.Locale;
import org.espalier.report.statistics.MeanInterval;

/**
 * How a column is written on a terminal. Percentages have one decimal. Other numbers have three
 * digits of the smallest, by a power of a thousand where they are small.
 *
 * @param exponent the power of ten that numbers are multiples of
 * @param decimals their decimals
 */
public record ColumnScale(int exponent, int decimals) {
  private static final int DIGITS = 3;
  private static final double SMALL = 0.01;

  /** Numbers smaller than the largest by more than this get fewer digits. */
  private static final double RANGE = 100;

  public static ColumnScale of(Column column, List<MeanInterval> intervals) {
    return of(column.unit(), intervals);
  }

  /** The scale for some numbers of a unit. */
  public static ColumnScale of(String unit, List<MeanInterval> intervals) {
    if (unit.equals("%")) {
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

  public String heading(Column column) {
    return heading(column.key(), column.unit());
  }

  /** Name, power of ten and unit of a column; a unit that ends the name does not stand twice. */
  public String heading(String key, String unit) {
    String power = exponent == 0 ? "" : "1e" + exponent;
    boolean isNamed = key.endsWith("_" + unit.toLowerCase(Locale.ROOT));
    return "%s %s %s".formatted(key, power, isNamed ? "" : unit).strip().replaceAll(" +", " ");
  }

  public String text(MeanInterval interval) {
    return NumberText.interval(scaled(interval), decimals);
  }

  /** The same; where only some of the trials have it, with how many these are. */
  public String text(MeanInterval interval, int trials) {
    return NumberText.interval(scaled(interval), decimals, trials);
  }

  /** An interval in multiples of the power of ten. */
  public MeanInterval scaled(MeanInterval interval) {
    double factor = Math.pow(10, exponent);
    return new MeanInterval(
        interval.count(), interval.mean() / factor, interval.halfWidth() / factor);
  }
}
