package org.espalier.analysis.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.junit.jupiter.api.Test;

class UtilityPiecesTest {
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");

  private static final List<UtilityFunction> FUNCTIONS =
      List.of(
          new DecayingUtility(
              8,
              0.6,
              SOURCE.classes().getFirst(),
              8,
              DecayingUtility.ticksPerMinute(PiecesOf.TICK)),
          new DecayingUtility(
              1,
              0.01,
              SOURCE.classes().getLast(),
              3.3,
              DecayingUtility.ticksPerMinute(PiecesOf.TICK)),
          points(0, 8, 600, 4, 600, 2, 1200, 0),
          points(30, 5),
          UtilityFunction.OF_DEADLINE);

  private static UtilityPoints points(long... secondsAndUtilities) {
    List<UtilityPoints.Point> points = new ArrayList<>();
    for (int i = 0; i < secondsAndUtilities.length; i += 2) {
      points.add(
          new UtilityPoints.Point(secondsAndUtilities[i] * 1_000_000, secondsAndUtilities[i + 1]));
    }
    return new UtilityPoints(points);
  }

  @Test
  void decayIsTheExponential() {
    SplittableRandom random = new SplittableRandom(6);
    UnaryOperator<Double> relative = x -> Decay.of(x) / Math.exp(-x) - 1;
    for (int i = 0; i < 200_000; i++) {
      assertThat(relative.apply(random.nextDouble(i % 2 == 0 ? 1 : 700)))
          .isCloseTo(0.0, offset(2e-11));
    }
    assertThat(relative.apply(0.0)).isEqualTo(0);
    assertThat(Decay.of(800)).isEqualTo(0);
    assertThat(Decay.of(Double.POSITIVE_INFINITY)).isEqualTo(0);
  }

  @Test
  void itIsTheFunctionOfTheTask() {
    SplittableRandom random = new SplittableRandom(1);
    for (UtilityFunction function : FUNCTIONS) {
      Task task = new Task(0, 0, 7_000_000, 500_000_000, function);
      UtilityPieces pieces = UtilityPieces.of(task, PiecesOf.TICK);
      for (int i = 0; i < 2000; i++) {
        long ticks = i < 1000 ? random.nextLong(4_000_000_000L) : random.nextLong(1300) * 1_000_000;
        double expected = function.of(task, task.arrival() + ticks);
        assertThat(pieces.of(ticks / 1e6)).isCloseTo(expected, offset(1e-9));
      }
    }
  }

  @Test
  void theLatestCompletionIsTheLastOneThatIsWorthIt() {
    SplittableRandom random = new SplittableRandom(2);
    for (UtilityFunction function : FUNCTIONS) {
      UtilityPieces pieces =
          UtilityPieces.of(new Task(0, 0, 0, 500_000_000, function), PiecesOf.TICK);
      for (int i = 0; i < 300; i++) {
        double threshold = i < 20 ? i / 2.0 : random.nextDouble(9);
        double latest = pieces.latest(threshold);
        if (latest == Double.NEGATIVE_INFINITY) {
          assertThat(pieces.of(0)).isLessThan(threshold);
        } else if (latest < Double.POSITIVE_INFINITY) {
          assertThat(pieces.of(latest)).isGreaterThanOrEqualTo(threshold);
          assertThat(pieces.of(Math.nextUp(latest))).isLessThan(threshold);
        } else {
          assertThat(pieces.of(1e9)).isGreaterThanOrEqualTo(threshold);
        }
      }
    }
  }

  @Test
  void aFunctionOfUsersIsRefused() {
    UtilityFunction own = (task, completion) -> 1;
    assertThatThrownBy(() -> PiecesOf.function(own))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a static allocation needs one of priority, urgency and class");
  }
}
