package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Few columns beside all of them. */
class ColumnsTest {
  @Test
  void theBestMatchingIsAmongThem() {
    SplittableRandom random = new SplittableRandom(12);
    for (int run = 0; run < 2000; run++) {
      int rows = 1 + random.nextInt(5);
      int columns = random.nextInt(40);
      double[][] weight = new double[rows][columns];
      for (double[] row : weight) {
        Arrays.setAll(row, c -> random.nextInt(12) / 4.0 - 1);
      }
      int[] best = Columns.best(weight, columns);

      assertThat(best).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(rows * rows);
      double[][] only = Columns.only(weight, best);
      double few = sum(only, Matching.of(only, best.length));
      assertThat(few).isCloseTo(sum(weight, Matching.of(weight, columns)), offset(1e-12));
    }
  }

  private static double sum(double[][] weight, int[] of) {
    double sum = 0;
    for (int r = 0; r < of.length; r++) {
      sum += of[r] < 0 ? 0 : weight[r][of[r]];
    }
    return sum;
  }

  @Test
  void theGreatestAreFoundAsBySorting() {
    SplittableRandom random = new SplittableRandom(13);
    for (int run = 0; run < 2000; run++) {
      int count = 1 + random.nextInt(60);
      double[] numbers = random.ints(count, 0, 20).asDoubleStream().toArray();
      int k = 1 + random.nextInt(count);
      double[] sorted = numbers.clone();
      Arrays.sort(sorted);

      assertThat(Columns.greatest(numbers, count, k)).isEqualTo(sorted[count - k]);
    }
  }
}
