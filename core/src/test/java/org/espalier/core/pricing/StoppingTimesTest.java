package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When tasks are best stopped, against a search over all times. */
class StoppingTimesTest {
  private static final Pace PACE = new Pace();

  private final StoppingTimes stops = new StoppingTimes(1, 1);

  /** Four in five take 10, the others 100. */
  private static Pmf bimodal() {
    double[] masses = new double[10];
    masses[0] = 0.8;
    masses[9] = 0.2;
    return Pmf.of(10, 10, masses);
  }

  private static Pmf random(SplittableRandom random) {
    double[] weights =
        random.doubles(1 + random.nextInt(30)).map(x -> x < 0.3 ? 0 : x * x * x).toArray();
    weights[random.nextInt(weights.length)] = 1;
    return Pmf.normalised(random.nextInt(50), 1 + random.nextInt(9), weights);
  }

  private static double worth(Pmf time, double stop, double price) {
    return PACE.chance(time, stop) - price * PACE.taken(time, stop, true);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 100", "0.009, 100", "0.012, 10", "0.07, 10", "0.1, 10"})
  void theSecondModeIsWorthItWhileTimeIsCheap(double price, double stop) {
    assertThat(stops.best(0, 0, bimodal(), PACE, (chance, taken) -> chance - price * taken))
        .isCloseTo(stop, within(1e-9));
  }

  @Test
  void atNoTimeIsATaskWorthMore() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      Pmf time = random(random);
      double price = random.nextDouble() * 0.05;
      double best = stops.best(0, 0, time, PACE, (chance, taken) -> chance - price * taken);
      double most =
          IntStream.range(0, time.size())
              .mapToDouble(k -> worth(time, time.time(k), price))
              .max()
              .orElseThrow();

      if (most > 0) {
        assertThat(worth(time, best, price)).isCloseTo(most, within(1e-9));
      } else {
        assertThat(worth(time, best, price)).as("it is not started").isNotPositive();
      }
    }
  }

  @Test
  void beforeADeadlineTheLastModeCounts() {
    assertThat(stops.lastBefore(0, 0, bimodal(), PACE, 9.5)).isZero();
    assertThat(stops.lastBefore(0, 0, bimodal(), PACE, 10)).isCloseTo(10, within(1e-9));
    assertThat(stops.lastBefore(0, 0, bimodal(), PACE, 99)).isCloseTo(10, within(1e-9));
    assertThat(stops.lastBefore(0, 0, bimodal(), PACE, 101)).isCloseTo(100, within(1e-9));
  }

  @Test
  void aTaskGoesOnAsLongAsThatIsWorthMost() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 2000; i++) {
      Pmf all = random(random);
      double had = random.nextInt((int) all.latest() + 1);
      double length = random.nextInt(2 * (int) all.latest() + 2);
      double price = random.nextDouble() * 0.05;
      Pmf time = all.later((long) had);
      double most = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < time.size(); k++) {
        if (time.mass(k) > 0 && time.time(k) <= length) {
          most = Math.max(most, worth(time, time.time(k), price) + price * had);
        }
      }
      double found =
          StoppingTimes.goingOn(time, had, length, PACE, (chance, taken) -> chance - price * taken);

      assertThat(found).isEqualTo(most, Offset.offset(1e-9));
    }
  }
}
