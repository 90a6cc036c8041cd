package org.espalier.core.utility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.UtilityClass.Interval;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;

/** Utility functions as curves, and the kinds of them among tasks. */
final class UtilityCurveTest {
  private static final double TICKS_PER_MINUTE = 60;

  private static Task task(int id, UtilityFunction utility) {
    return new Task(id, 0, 1000 + id, Task.NO_DEADLINE, utility);
  }

  private static DecayingUtility decaying(double priority, double firstIntervalMinutes) {
    return new DecayingUtility(
        priority, 0.6, UtilityFunctionTest.A, firstIntervalMinutes, TICKS_PER_MINUTE);
  }

  /**
   * A first interval of 1/3 min ends at tick 20; class A has borders 5, 10, 20 and 30 min later,
   * and the one at 10,000 min is left out. A quarter of the 1820 ticks until the last is 455.
   */
  @Test
  void theBordersOfADecayAreItsIntervals() {
    UtilityCurve curve = UtilityCurve.of(task(0, decaying(8, 1.0 / 3)));

    assertThat(curve.borders()).containsExactly(20L, 320L, 620L, 1220L, 1820L);
    assertThat(curve.points().getFirst()).isEqualTo(new Point(0, 8));
    assertThat(curve.points().getLast().ticks()).isEqualTo(2275);
    assertThat(curve.points()).contains(new Point(320, 0.6 * 8), new Point(620, 0.3 * 8));
  }

  @Test
  void aBorderIsTheFirstTickOfItsInterval() {
    for (int thousandths = 1; thousandths < 3_000; thousandths += 7) {
      Task task = task(0, decaying(8, thousandths / 1000.0));
      long border = UtilityCurve.of(task).borders().get(1);

      assertThat(UtilityCurve.utility(task, border)).isLessThanOrEqualTo(0.6 * 8);
      assertThat(UtilityCurve.utility(task, border - 1)).isGreaterThan(0.6 * 8);
    }
  }

  @Test
  void joinedPointsAreTheFunction() {
    UtilityClass d =
        new UtilityClass(
            "D",
            List.of(
                new Interval(0, 1, 1.2),
                new Interval(12.5, 0.8, 1.1),
                new Interval(25, 0.66, 1.1),
                new Interval(37, 0.33, 0.9),
                new Interval(50, 0.11, 0.9),
                new Interval(10_000, 0, 1)));
    for (UtilityClass utilityClass : List.of(UtilityFunctionTest.A, d)) {
      Task task = task(3, new DecayingUtility(8, 0.6, utilityClass, 2, TICKS_PER_MINUTE));
      List<Point> points = UtilityCurve.of(task).points();
      for (int i = 1; i < points.size(); i++) {
        Point from = points.get(i - 1);
        Point to = points.get(i);
        long middle = (from.ticks() + to.ticks()) / 2;
        double share = (double) (middle - from.ticks()) / (to.ticks() - from.ticks());
        double line = from.utility() + share * (to.utility() - from.utility());

        assertThat(line - UtilityCurve.utility(task, middle))
            .as("%s at %d", utilityClass.name(), middle)
            .isBetween(-0.01, 0.06);
      }
    }
  }

  @Test
  void aStepOfPointsIsDrawnAsOne() {
    Task task =
        task(0, new UtilityPoints(List.of(new Point(0, 4), new Point(40, 2), new Point(40, 1))));
    UtilityCurve curve = UtilityCurve.of(task);

    assertThat(curve.borders()).containsExactly(0L, 40L);
    assertThat(curve.points()).contains(new Point(39, 2.05), new Point(40, 1), new Point(50, 1));
  }

  @Test
  void aDeadlineIsAStep() {
    UtilityCurve curve = UtilityCurve.of(new Task(0, 0, 100, 140));
    assertThat(curve.borders()).containsExactly(41L);
    assertThat(curve.points()).contains(new Point(40, 1), new Point(41, 0));
  }

  @Test
  void kindsAreTasksOfOneShape() {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, 1)));
    Task first = task(1, decaying(8, 3));
    Task other = task(2, points);
    List<Task> tasks =
        List.of(
            new Task(0, 0, 0, 10), first, other, task(3, decaying(4, 3)), task(4, decaying(8, 5)));

    assertThat(UtilityKind.of(tasks))
        .containsExactly(
            new UtilityKind(first, 2), new UtilityKind(other, 1), new UtilityKind(tasks.get(3), 1));
  }
}
