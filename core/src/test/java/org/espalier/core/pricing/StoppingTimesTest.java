package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When tasks are best stopped, against a search over all times. */
class StoppingTimesTest {
  private static final Pace PACE = new Pace();

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

  /** Four in five end in the first mode; the others take ten times as long. */
  @ParameterizedTest
  @CsvSource({"0.001, 100", "0.009, 100", "0.012, 10", "0.07, 10"})
  void theSecondModeIsWorthItWhileTimeIsCheap(double price, double stop) {
    assertThat(
            new StoppingTimes(bimodal(), 0, PACE, (chance, taken) -> chance - price * taken)
                .within(500))
        .isCloseTo(worth(bimodal(), stop, price), within(1e-9));
  }

  @Test
  void whatCannotBeOnTimeIsWorthNothing() {
    assertThat(new StoppingTimes(bimodal(), 0, PACE, (chance, taken) -> chance).within(9))
        .isEqualTo(Double.NEGATIVE_INFINITY);
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
          new StoppingTimes(time, had, PACE, (chance, taken) -> chance - price * taken)
              .within(length);

      assertThat(found).isEqualTo(most, Offset.offset(1e-9));
    }
  }
}
