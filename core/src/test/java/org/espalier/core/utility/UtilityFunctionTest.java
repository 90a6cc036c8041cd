package org.espalier.core.utility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityClass.Interval;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;

/** Utility functions worked by hand, and what cannot be one. */
class UtilityFunctionTest {
  private static final double TICKS_PER_MINUTE = 60;

  /** Class A of DISSERTATION appendix C. */
  static final UtilityClass A =
      new UtilityClass(
          "A",
          List.of(
              new Interval(0, 1, 1.1),
              new Interval(5, 0.6, 1.15),
              new Interval(10, 0.3, 1.2),
              new Interval(20, 0.2, 1.1),
              new Interval(30, 0.1, 1.2),
              new Interval(10_000, 0, 1)));

  private static Task task(UtilityFunction utility) {
    return new Task(0, 0, 1000, Long.MAX_VALUE, utility);
  }

  /**
   * Priority 8, rate 0.6, class A, a first interval of 10 min. Up to 10 min it is 8. Interval 2
   * begins at 10 + 0 with 8 and ends at 15 with 0.6 x 8 = 4.8: at 12 min it is (8 - 4.8) e^(-1.1 x
   * 0.6 x 2) + 4.8 = 3.2 e^-1.32 + 4.8. At 15 min, the border, it is 4.8.
   */
  @Test
  void equationOneByHand() {
    Task task = task(new DecayingUtility(8, 0.6, A, 10, TICKS_PER_MINUTE));

    assertThat(at(task, 0)).isEqualTo(8);
    assertThat(at(task, 600)).isEqualTo(8);
    assertThat(at(task, 720)).isCloseTo(3.2 * Math.exp(-1.32) + 4.8, within(1e-12));
    assertThat(at(task, 899)).isGreaterThan(4.8);
    assertThat(at(task, 900)).isCloseTo(4.8, within(1e-12));
    assertThat(at(task, 60 * 10_010)).isZero();
  }

  private static double at(Task task, long ticks) {
    return task.utility().of(task, task.arrival() + ticks);
  }

  @Test
  void pointsAreJoinedByLinesAndTwoAtOneTimeAreAStep() {
    Task task =
        task(
            new UtilityPoints(
                List.of(new Point(10, 4), new Point(20, 2), new Point(20, 1), new Point(40, 0))));

    assertThat(at(task, 0)).isEqualTo(4);
    assertThat(at(task, 15)).isEqualTo(3);
    assertThat(at(task, 20)).isEqualTo(1);
    assertThat(at(task, 30)).isEqualTo(0.5);
    assertThat(at(task, 50)).isZero();
  }

  @Test
  void theExpectedUtilityOfADeadlineIsTheChanceToMeetIt() {
    Task task = new Task(0, 0, 0, 20);

    Pmf time = Pmf.of(10, 10, 0.25, 0.25, 0.5);
    double expected =
        CompletionTimes.expectation(
            DroppingScope.NONE, Pmf.at(0, 10), time, 20, t -> task.utility().of(task, t));
    assertThat(expected).isEqualTo(0.5);
  }

  @Test
  void whatIsStillToBeHadIsTheMostOfAllThatComes() {
    SplittableRandom random = new SplittableRandom(5);
    int rising = 0;
    for (int n = 0; n < 400; n++) {
      List<Point> points = new ArrayList<>();
      long ticks = 0;
      for (int k = random.nextInt(1, 7); k > 0; k--) {
        ticks += random.nextLong(3) * random.nextInt(8);
        points.add(new Point(ticks, random.nextInt(9) / 4.0));
      }
      Task task = task(new UtilityPoints(points));
      double most = at(task, ticks + 1);
      for (long t = ticks + 1; t >= 0; t--) {
        most = Math.max(most, at(task, t));
        assertThat(at(task.falling(), t)).as("%s at %s", points, t).isCloseTo(most, within(1e-12));
      }
      assertThat(task.mostUtility()).isCloseTo(most, within(1e-12));
      assertThat(task.falling().rises()).isFalse();
      boolean falls =
          IntStream.range(1, points.size())
              .allMatch(k -> points.get(k).utility() <= points.get(k - 1).utility());
      assertThat(task.rises()).isEqualTo(!falls);
      assertThat(task.falling().equals(task)).isEqualTo(falls);
      Task version = task.as(new Version(task.type() + 1, 0.5));
      assertThat(version.rises()).isEqualTo(!falls);
      assertThat(version.mostUtility()).isEqualTo(0.5 * task.mostUtility());
      rising += falls ? 0 : 1;
    }
    assertThat(rising).isBetween(100, 390);
  }

  @Test
  void whatIsNegativeOrOutOfOrderIsNoUtilityFunction() {
    assertThatThrownBy(() -> new UtilityPoints(List.of(new Point(0, -1))))
        .hasMessageContaining("not negative");
    assertThatThrownBy(() -> new UtilityPoints(List.of(new Point(5, 1), new Point(4, 1))))
        .hasMessageContaining("order them by time");
    assertThatThrownBy(() -> new UtilityPoints(List.of())).hasMessageContaining("at least one");
    assertThatThrownBy(
            () -> new UtilityClass("X", List.of(new Interval(0, 0.5, 1), new Interval(5, 0.7, 1))))
        .hasMessageContaining("utility class X: share 0.7 at 5.0 min after 0.5");
    assertThatThrownBy(() -> new UtilityClass("X", List.of(new Interval(1, 1, 1))))
        .hasMessageContaining("must begin at 0");
    assertThatThrownBy(() -> new DecayingUtility(-1, 1, A, 1, 1))
        .hasMessageContaining("priority of a utility function is -1");
  }
}
