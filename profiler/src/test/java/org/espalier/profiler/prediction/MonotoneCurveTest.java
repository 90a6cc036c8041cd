package org.espalier.profiler.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class MonotoneCurveTest {
  @Test
  void pointsThatFallArePooled() {
    MonotoneCurve curve =
        MonotoneCurve.fit(
            List.of(
                new MonotoneCurve.Point(1, 1, 1),
                new MonotoneCurve.Point(2, 3, 1),
                new MonotoneCurve.Point(4, 2, 3),
                new MonotoneCurve.Point(8, 5, 1)));

    // 3 once and 2 three times: 9 / 4.
    assertThat(curve.ys()).containsExactly(1.0, 2.25, 2.25, 5.0);
    assertThat(curve.at(6)).isEqualTo(3.625);
    assertThat(curve.at(0)).isEqualTo(1);
    assertThat(curve.at(9)).isEqualTo(5);
    assertThat(curve.firstPlaceOf(2.25)).isEqualTo(2);
    assertThat(curve.firstPlaceOf(3.625)).isEqualTo(6);
    assertThat(curve.firstPlaceOf(0.5)).isEqualTo(1);
    assertThat(curve.firstPlaceOf(6)).isEqualTo(8);
  }

  /** The fit at i is the greatest over j of the least over k of the mean of j to k, j <= i <= k. */
  @RepeatedTest(50)
  void theFitIsTheMaxMinOfMeans(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    int n = 1 + random.nextInt(12);
    List<MonotoneCurve.Point> points = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      points.add(new MonotoneCurve.Point(i, random.nextInt(6), 1 + random.nextInt(4)));
    }
    MonotoneCurve curve = MonotoneCurve.fit(points);
    for (int i = 0; i < n; i++) {
      assertThat(curve.ys().get(i)).isCloseTo(maxMin(points, i), within(1e-12));
    }
  }

  private static double maxMin(List<MonotoneCurve.Point> points, int i) {
    return IntStream.rangeClosed(0, i)
        .mapToDouble(j ->
            IntStream.range(i, points.size())
                .mapToDouble(k -> mean(points.subList(j, k + 1)))
                .min()
                .orElseThrow())
        .max()
        .orElseThrow();
  }

  private static double mean(List<MonotoneCurve.Point> points) {
    double weight = points.stream().mapToDouble(MonotoneCurve.Point::weight).sum();
    return points.stream().mapToDouble(point -> point.y() * point.weight()).sum() / weight;
  }
}
