package org.espalier.service.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;

class UrgencyTest {
  private static final Urgency URGENCY = Urgency.of("30 s: 1, 2 min: 0.5, 5 min: 0.5, 6 min: 0");

  private static final Urgency RISING = Urgency.of("10 s: 0, 40 s: 1, 60 s: 0.25, 70 s: 0.5");

  private static double share(int seconds) {
    return URGENCY.share(Duration.ofSeconds(seconds));
  }

  @Test
  void isLinearBetweenItsTimesAndStaysOutside() {
    assertThat(share(0)).isEqualTo(1);
    assertThat(share(30)).isEqualTo(1);
    assertThat(share(75)).isEqualTo(0.75);
    assertThat(share(240)).isEqualTo(0.5);
    assertThat(share(345)).isCloseTo(0.125, within(1e-12));
    assertThat(share(9000)).isEqualTo(0);
  }

  @Test
  void aTaskIsWorthItsShareUntilItsDeadlineAndNothingAfterIt() {
    for (int left : new int[] {10, 31, 50, 100, 330, 361, 1000}) {
      checkWorth(URGENCY, left);
      checkWorth(RISING, left);
    }
  }

  private static void checkWorth(Urgency urgency, int left) {
    UtilityFunction function =
        urgency.of(8, Duration.ofSeconds(left), time -> time.toMillis() / 100);
    long deadline = 70 + left * 10L;
    Task task = new Task(0, 0, 70, deadline, function);
    for (long tick = 70; tick <= deadline; tick++) {
      assertThat(function.of(task, tick))
          .isCloseTo(8 * urgency.share(Duration.ofMillis((tick - 70) * 100)), within(1e-9));
    }
    assertThat(function.of(task, deadline + 1)).isZero();
    assertThat(function.of(task, deadline + 9999)).isZero();
  }

  /** A step has two points; a workload with more is refused when it is read. */
  @Test
  void timesWithinATickAreAStep() {
    Urgency steep = Urgency.of("100 ms: 1, 110 ms: 0.9, 120 ms: 0.7, 150 ms: 0.6, 310 ms: 0.1");
    for (int left : new int[] {105, 115, 130, 180, 315, 900}) {
      UtilityPoints function =
          (UtilityPoints) steep.of(8, Duration.ofMillis(left), time -> time.toMillis() / 100);
      assertThat(
              function.points().stream()
                  .collect(Collectors.groupingBy(UtilityPoints.Point::ticks))
                  .values())
          .allSatisfy(points -> assertThat(points).hasSizeLessThanOrEqualTo(2));
      assertThat(function.at(0)).isEqualTo(8);
      double last = 8 * steep.share(Duration.ofMillis(left));
      assertThat(function.at(left / 100)).isCloseTo(last, within(1e-9));
      assertThat(function.at(left / 100 + 1)).isZero();
    }
  }

  @Test
  void itsTextIsTheSame() {
    Urgency odd = Urgency.of("0 s: 0.3, 1.5 ms: 0.1, 7 h: 0.05");
    assertThat(Urgency.of(odd.text())).isEqualTo(odd);
  }

  @Test
  void sharesAreOfOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Urgency(new TreeMap<>(Map.of(Duration.ofSeconds(2), 1.6))))
        .withMessage("share 1.6; expected a number from 0 to 1");
  }

  @Test
  void allPointsOfATextThatAreWrongAreTold() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Urgency.of("1 s: 0.5, 2 s: 1.6, 3 s: NaN, soon: 1, 4 s, 1000 ms: 1,"))
        .withMessage(
            "points \"2 s: 1.6\", \"3 s: NaN\", \"soon: 1\", \"4 s\", \"1000 ms: 1\", \"\";"
                + " expected times, each once, and shares from 0 to 1, as \"30 s: 1, 2 min: 0.5\"");
    assertThat(Urgency.of("1 s:0.5,2 s : 1e-7").text()).isEqualTo("1 s: 0.5, 2 s: 1.0E-7");
  }

  @Test
  void anyCurveIsThatOfItsText() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      NavigableMap<Duration, Double> shares = new TreeMap<>();
      for (int points = random.nextInt(1, 9); points > 0; points--) {
        long nanos = random.nextLong(1L << random.nextInt(1, 62));
        shares.put(Duration.ofNanos(nanos), Math.pow(random.nextDouble(), random.nextInt(40)));
      }
      assertThat(Urgency.of(new Urgency(shares).text()).shares()).isEqualTo(shares);
    }
  }

  @Test
  void mayRise() {
    assertThat(Urgency.of("1 s: 0.5, 2 s: 0.6").rises()).isTrue();
    assertThat(Urgency.of("1 s: 0.6, 2 s: 0.6, 3 s: 0.5").rises()).isFalse();
  }
}
