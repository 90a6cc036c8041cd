package org.espalier.profiler.prediction;

import java.util.List;
import java.util.stream.Stream;

/**
 * How sensitive an application is: its slow-down against the pressure beside it. Without pressure
 * the slow-down is 1; it is never below, and never falls with the pressure.
 *
 * @param points what was measured, from the smallest pressure to the greatest
 * @param fit the curve through them, over bytes of pressure
 */
public record SensitivityCurve(
    String taskType, Conditions conditions, List<Point> points, MonotoneCurve fit) {

  /**
   * A measured point.
   *
   * @param bytes the pressure
   * @param slowDown the slow-down beside it
   */
  public record Point(double bytes, MeasuredMeans.Ratio slowDown) {}

  /** Copies the list. */
  public SensitivityCurve {
    points = List.copyOf(points);
  }

  /** The curve near to some points, in the order of their pressures, which are all different. */
  static SensitivityCurve of(String taskType, Conditions conditions, List<Point> points) {
    List<MonotoneCurve.Point> weighted =
        points.stream()
            .map(point ->
                new MonotoneCurve.Point(
                    point.bytes(), point.slowDown().value(), point.slowDown().runs()))
            .toList();
    MonotoneCurve measured = MonotoneCurve.fit(weighted).notBelow(1);
    return new SensitivityCurve(taskType, conditions, points, fromNothing(measured));
  }

  /** The curve from pressure 0 on, where nothing is slower. */
  private static MonotoneCurve fromNothing(MonotoneCurve measured) {
    return new MonotoneCurve(join(0, measured.xs()), join(1, measured.ys()));
  }

  private static List<Double> join(double first, List<Double> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }
}
