package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Matchings beside the best of all. */
class MatchingTest {
  @Test
  void aTaskIsLeftToTheMachineThatNeedsIt() {
    int[] of = Matching.of(new double[][] {{0.9, 0.8}, {0.9, 0.1}}, 2);

    assertThat(of).containsExactly(1, 0);
  }

  @Test
  void whatIsWorthNothingIsNotMatched() {
    assertThat(Matching.of(new double[][] {{0, -1}, {0.5, 0}}, 2)).containsExactly(-1, 0);
    assertThat(Matching.of(new double[][] {{}, {}}, 0)).containsExactly(-1, -1);
    assertThat(Matching.of(new double[][] {}, 3)).isEmpty();
  }

  @Test
  void itIsTheBestOfAllMatchings() {
    SplittableRandom random = new SplittableRandom(9);
    for (int run = 0; run < 2000; run++) {
      int rows = random.nextInt(6);
      int columns = random.nextInt(6);
      double[][] weight = new double[rows][columns];
      for (double[] row : weight) {
        Arrays.setAll(row, c -> random.nextInt(10) / 4.0 - 0.5);
      }
      int[] of = Matching.of(weight, columns);
      double sum = 0;
      boolean[] taken = new boolean[columns];
      for (int r = 0; r < rows; r++) {
        if (of[r] >= 0) {
          assertThat(taken[of[r]]).isFalse();
          assertThat(weight[r][of[r]]).isPositive();
          taken[of[r]] = true;
          sum += weight[r][of[r]];
        }
      }
      assertThat(sum).isCloseTo(best(weight, 0, new boolean[columns]), offset(1e-12));
    }
  }

  private static double best(double[][] weight, int row, boolean[] taken) {
    if (row == weight.length) {
      return 0;
    }
    double best = best(weight, row + 1, taken);
    for (int c = 0; c < taken.length; c++) {
      if (!taken[c]) {
        taken[c] = true;
        best = Math.max(best, weight[row][c] + best(weight, row + 1, taken));
        taken[c] = false;
      }
    }
    return best;
  }
}
