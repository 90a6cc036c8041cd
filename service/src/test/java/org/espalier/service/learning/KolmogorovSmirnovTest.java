package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest.TwoResult;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Against the test of Commons Statistics, which knows both samples. */
class KolmogorovSmirnovTest {
  private static final org.apache.commons.statistics.inference.KolmogorovSmirnovTest COMMONS =
      org.apache.commons.statistics.inference.KolmogorovSmirnovTest.withDefaults();

  @Test
  void itsStatisticIsThatOfTheSamplesBehindTheModel() {
    Random random = new Random(1);
    for (int run = 0; run < 300; run++) {
      long[] latest = random.longs(2 + random.nextInt(40), 0, 12).map(p -> p * 7).toArray();
      long from = random.nextInt(8);
      long[] before = random.longs(2 + random.nextInt(40), from, 14).map(p -> p * 7).toArray();
      Histogram histogram = new Histogram(100);
      Arrays.stream(before).forEach(time -> histogram.add(time / 7, 1));

      double d = KolmogorovSmirnov.statistic(latest.clone(), histogram.pmf(7));

      double expected = COMMONS.statistic(doubles(latest), doubles(before));
      assertThat(d).isCloseTo(expected, within(1e-12));
      assertThat(histogram.effectiveSize()).isCloseTo(before.length, within(1e-9));
    }
  }

  @Test
  void itsPValueIsNearTheExactOne() {
    Random random = new Random(2);
    for (int run = 0; run < 200; run++) {
      int n = 10 + random.nextInt(50);
      int m = 5 + random.nextInt(100);
      double shift = random.nextDouble();
      double[] latest = random.doubles(n).map(x -> x + shift).toArray();
      double[] before = random.doubles(m).toArray();
      TwoResult exact = COMMONS.test(latest, before);

      double p = KolmogorovSmirnov.pValue(exact.getStatistic(), n, m);

      assertThat(p).isCloseTo(exact.getPValue(), within(0.02 + 0.2 * exact.getPValue()));
    }
  }

  @Test
  void itsPValueIsThatOfTheLimitForLargeSamples() {
    // Q(1.3581) = 0.05 and Q(1.9495) = 0.001 (Smirnov 1948, table).
    double root = Math.sqrt(1e8 / 2);
    assertThat(KolmogorovSmirnov.pValue(1.3581 / root, 1e8, 1e8)).isCloseTo(0.05, within(1e-4));
    assertThat(KolmogorovSmirnov.pValue(1.9495 / root, 1e8, 1e8)).isCloseTo(0.001, within(1e-5));
    assertThat(KolmogorovSmirnov.pValue(0, 50, 50)).isEqualTo(1);
    assertThat(KolmogorovSmirnov.pValue(1, 1e6, 1e6)).isZero();
  }

  @Test
  void theDistanceOfDistributionsIsTheGreatestDifference() {
    Pmf a = Pmf.of(10, 10, 0.5, 0.25, 0.25);
    assertThat(KolmogorovSmirnov.distance(a, a)).isZero();
    assertThat(KolmogorovSmirnov.distance(a, a.shifted(10))).isEqualTo(0.5);
    assertThat(KolmogorovSmirnov.distance(a, Pmf.at(1_000_000, 10))).isEqualTo(1);
    assertThat(KolmogorovSmirnov.distance(Pmf.at(20, 10), a)).isEqualTo(0.5);
  }

  private static double[] doubles(long[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }
}
