package org.espalier.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.report.statistics.EmpiricalDistribution.Step;
import org.junit.jupiter.api.Test;

final class EmpiricalDistributionTest {
  /** Of four values one is at most 2, three are at most 5, and all are at most 9. */
  @Test
  void risesAtEachValueByItsShare() {
    assertThat(EmpiricalDistribution.of(5, 9, 2, 5).steps())
        .containsExactly(new Step(2, 25), new Step(5, 75), new Step(9, 100));
  }

  @Test
  void leavesOutWhatIsNoNumber() {
    assertThat(EmpiricalDistribution.of(Double.NaN, 3, 1).steps())
        .containsExactly(new Step(1, 50), new Step(3, 100));
    assertThat(EmpiricalDistribution.of(Double.NaN).steps()).isEmpty();
  }

  @Test
  void endsAtAHundredWhateverTheNumberOfValues() {
    for (int n = 1; n < 200; n++) {
      double[] values = new double[n];
      for (int i = 0; i < n; i++) {
        values[i] = i % 7;
      }
      assertThat(EmpiricalDistribution.of(values).steps().getLast().percent()).isEqualTo(100);
    }
  }
}
