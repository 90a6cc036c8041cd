package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class KaplanMeierTest {
  /** A task that ran: at which point, whether it was stopped, and how much it counts. */
  private record Seen(long point, boolean stopped, double weight) {}

  private static Pmf estimate(List<Seen> all) {
    Histogram known = new Histogram(1_000);
    Histogram stops = new Histogram(1_000);
    all.forEach(seen -> (seen.stopped ? stops : known).add(seen.point, seen.weight));
    return KaplanMeier.pmf(known, stops, 1);
  }

  /**
   * The example of Kaplan and Meier (1958), section 2: deaths at 0.8, 3.1, 5.4 and 9.2 months, and
   * losses at 1.0, 2.7, 7.0 and 12.1. Survival is 7/8 after the first death, then times 4/5, times
   * 3/4, times 1/2.
   */
  @Test
  void isThatOfTheirExample() {
    List<Seen> all = new ArrayList<>();
    for (long death : new long[] {8, 31, 54, 92}) {
      all.add(new Seen(death, false, 1));
    }
    for (long loss : new long[] {10, 27, 70, 121}) {
      all.add(new Seen(loss, true, 1));
    }
    Pmf pmf = estimate(all);
    assertThat(pmf.survival(8)).isCloseTo(0.875, within(1e-12));
    assertThat(pmf.survival(31)).isCloseTo(0.7, within(1e-12));
    assertThat(pmf.survival(54)).isCloseTo(0.525, within(1e-12));
    assertThat(pmf.survival(92)).isCloseTo(0.2625, within(1e-12));
    assertThat(pmf.survival(121)).isZero();
  }

  /** Against the product of the shares of those at risk that go on, task by task. */
  @Test
  void isTheProductLimit() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<Seen> all = new ArrayList<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        boolean stopped = !all.isEmpty() && random.nextInt(3) > 0;
        double weight = random.nextBoolean() ? 1 : Math.pow(2, -random.nextInt(20));
        all.add(new Seen(random.nextInt(12), stopped, weight));
      }
      Pmf pmf = estimate(all);
      for (int point = 0; point < 12; point++) {
        assertThat(pmf.survival(point))
            .as("seed %d, point %d of %s", seed, point, all)
            .isCloseTo(survival(all, point), within(1e-9));
      }
    }
  }

  /** Chance to be longer than a point. */
  private static double survival(List<Seen> all, long point) {
    double survival = 1;
    for (long p = 0; p <= point; p++) {
      double ended = 0;
      double atRisk = 0;
      for (Seen seen : all) {
        ended += !seen.stopped && seen.point == p ? seen.weight : 0;
        atRisk += seen.point > p || (seen.point == p && !seen.stopped) ? seen.weight : 0;
      }
      survival *= ended == 0 ? 1 : 1 - ended / atRisk;
    }
    return survival * shareBeyond(all, point);
  }

  /** Where no known time lies beyond, stops count at their points. */
  private static double shareBeyond(List<Seen> all, long point) {
    long last =
        all.stream().filter(seen -> !seen.stopped).mapToLong(Seen::point).max().orElseThrow();
    double stops = all.stream().filter(s -> s.point > last).mapToDouble(Seen::weight).sum();
    double beyond =
        all.stream().filter(s -> s.point > Math.max(last, point)).mapToDouble(Seen::weight).sum();
    return stops == 0 ? 1 : beyond / stops;
  }

  @Test
  void withoutKnownTimesStopsAreAllThereIs() {
    assertThat(estimate(List.of(new Seen(7, true, 1), new Seen(9, true, 3))))
        .isEqualTo(Pmf.of(7, 1, 0.25, 0, 0.75));
  }

  @Test
  void stopsBeyondTheReachOfKnownTimesCountAtItsEnd() {
    Histogram known = new Histogram(10);
    Histogram stops = new Histogram(10);
    known.add(5, 1);
    stops.add(1_000, 1);
    assertThat(KaplanMeier.pmf(known, stops, 1).latest()).isEqualTo(14);
  }
}
