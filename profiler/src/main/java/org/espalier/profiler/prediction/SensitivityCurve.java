package org.espalier.profiler.prediction;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.profiler.sample.Conditions;

/**
 * How sensitive an application is: its slow-down against the pressure beside it. Without pressure
 * the slow-down is 1; it is never below, and never falls with the pressure.
 *
 * @param fit the curve near to what was measured, over bytes of pressure
 */
public record SensitivityCurve(String taskType, Conditions conditions, MonotoneCurve fit) {
  /** The curve near to some points, in the order of their pressures, which are all different. */
  static SensitivityCurve of(
      String taskType, Conditions conditions, List<MonotoneCurve.Point> points) {
    MonotoneCurve measured = MonotoneCurve.fit(points).notBelow(1);
    MonotoneCurve fromNothing = new MonotoneCurve(join(0, measured.xs()), join(1, measured.ys()));
    return new SensitivityCurve(taskType, conditions, fromNothing);
  }

  private static List<Double> join(double first, List<Double> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }
}
