package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class KolmogorovDistanceTest {
  @Test
  void isTheGreatestDifference() {
    Pmf a = Pmf.of(10, 10, 0.5, 0.25, 0.25);
    assertThat(KolmogorovDistance.of(a, a)).isZero();
    assertThat(KolmogorovDistance.of(a, a.shifted(10))).isEqualTo(0.5);
    assertThat(KolmogorovDistance.of(a, Pmf.at(1_000_000, 10))).isEqualTo(1);
    assertThat(KolmogorovDistance.of(Pmf.at(20, 10), a)).isEqualTo(0.5);
  }
}
