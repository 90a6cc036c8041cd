package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Assignments beside those of a plain program. */
class MatchingPropertyTest {
  /** Few values, so that there are ties; many, as worths are. */
  @ParameterizedTest
  @CsvSource({"7, 4, 2000", "12, 1000000, 500", "60, 1000000, 20", "60, 5, 20"})
  void itIsWorthAsMuch(int most, int values, int runs) {
    SplittableRandom random = new SplittableRandom(most + values);
    for (int run = 0; run < runs; run++) {
      int rows = random.nextInt(most);
      int columns = random.nextInt(most);
      double[][] weight = new double[rows][columns];
      for (double[] row : weight) {
        Arrays.setAll(row, c -> 4.0 * random.nextInt(values) / values - 1);
      }

      double quick = worth(weight, Matching.of(weight, columns), columns);

      assertThat(quick)
          .isCloseTo(worth(weight, PlainMatching.of(weight, columns), columns), offset(1e-9));
    }
  }

  /** Of many columns few are looked at. */
  @Test
  void fewRowsGetTheBestOfManyColumns() {
    SplittableRandom random = new SplittableRandom(12);
    for (int run = 0; run < 2000; run++) {
      int rows = 1 + random.nextInt(5);
      int columns = random.nextInt(40);
      double[][] weight = new double[rows][columns];
      for (double[] row : weight) {
        Arrays.setAll(row, c -> random.nextInt(12) / 4.0 - 1);
      }

      assertThat(worth(weight, Matching.of(weight, columns), columns))
          .isCloseTo(worth(weight, PlainMatching.of(weight, columns), columns), offset(1e-9));
    }
  }

  private static double worth(double[][] weight, int[] of, int columns) {
    boolean[] taken = new boolean[columns];
    double sum = 0;
    for (int row = 0; row < of.length; row++) {
      if (of[row] >= 0) {
        assertThat(taken[of[row]]).isFalse();
        assertThat(weight[row][of[row]]).isPositive();
        taken[of[row]] = true;
        sum += weight[row][of[row]];
      }
    }
    assertThat(of).hasSize(weight.length);
    return sum;
  }
}
