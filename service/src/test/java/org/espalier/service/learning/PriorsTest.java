package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class PriorsTest {
  @Test
  void aUniformRangeHasTheMeanAndVarianceOfItsKind() {
    Pmf pmf = Priors.uniform(2_000, 5_000, 10);

    assertThat(pmf.earliest()).isBetween(1_990L, 2_000L);
    assertThat(pmf.latest()).isBetween(5_000L, 5_010L);
    assertThat(pmf.mean()).isCloseTo(3_500, within(1e-6));
    assertThat(pmf.variance()).isCloseTo(3_000.0 * 3_000 / 12, within(100.0));
    assertThat(pmf.mass(100)).isCloseTo(pmf.mass(200), within(1e-12));
  }

  @Test
  void aRangeOnFewPointsIsWorkedByHand() {
    // Hats over 0, 2, 4 against the density 1/4: a half, a whole and a half of 2 * 1/4.
    assertThat(Priors.uniform(0, 4, 2)).isEqualTo(Pmf.of(0, 2, 0.25, 0.5, 0.25));
    // Density t up to 1, then 2 - t; half of it within [0.5, 1.5] by the hat over 1: 2 * (1/6 +
    // 1/6).
    assertMasses(Priors.triangular(0, 2, 1), 0, 1.0 / 6, 2.0 / 3, 1.0 / 6);
  }

  @Test
  void rangesOffTheLatticeKeepTheirMeans() {
    assertThat(Priors.uniform(7, 22, 10).mean()).isCloseTo(14.5, within(1e-9));
    assertThat(Priors.triangular(7, 9, 32, 10).mean()).isCloseTo(16, within(1e-9));
    assertThat(Priors.uniform(3, 4, 10).mean()).isCloseTo(3.5, within(1e-9));
    assertThat(Priors.uniform(7, 22, 10).origin() % 10).isZero();
  }

  @Test
  void aTriangleHasTheVarianceOfItsKindWhereverItsPeakLies() {
    for (double peak : new double[] {100, 250, 1_000}) {
      double variance =
          (100 * 100 + peak * peak + 1_000 * 1_000 - 100 * peak - 100 * 1_000 - peak * 1_000) / 18;
      Pmf pmf = Priors.triangular(100, peak, 1_000, 1);
      assertThat(pmf.mean()).isCloseTo((1_100 + peak) / 3, within(1e-6));
      assertThat(pmf.variance()).isCloseTo(variance, within(1.0));
    }
  }

  @Test
  void aSingleTimeIsSharedByItsNeighbours() {
    assertThat(Priors.uniform(20, 20, 10)).isEqualTo(Pmf.at(20, 10));
    assertMasses(Priors.triangular(24, 24, 10), 20, 0.6, 0.4);
    assertThat(Priors.uniform(0, 0, 10)).isEqualTo(Pmf.at(0, 10));
  }

  @Test
  void scalesASimilarCellToAnotherLattice() {
    Pmf similar = Pmf.of(40, 20, 0.25, 0.5, 0.25);

    assertThat(Priors.scaled(similar, 1, 20)).isEqualTo(similar);
    assertThat(Priors.scaled(similar, 0.5, 10)).isEqualTo(Pmf.of(20, 10, 0.25, 0.5, 0.25));
    assertMasses(Priors.scaled(similar, 1.5, 20), 60, 0.25, 0.25, 0.25, 0.25);
    assertThat(Priors.scaled(similar, 1.37, 7).mean()).isCloseTo(60 * 1.37, within(1e-9));
    assertThat(Priors.scaled(similar, 1.37, 7).origin() % 7).isZero();
  }

  @Test
  void refusesWhatIsNoPrior() {
    assertThatThrownBy(() -> Priors.uniform(5, 2, 1)).hasMessageContaining("from 5.0 to 2.0");
    assertThatThrownBy(() -> Priors.uniform(-1, 2, 1)).hasMessageContaining("from -1.0");
    assertThatThrownBy(() -> Priors.uniform(Double.NaN, 2, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Priors.triangular(1, 7, 5, 1)).hasMessageContaining("likely 7.0");
    assertThatThrownBy(() -> Priors.uniform(1, 2, 0)).hasMessageContaining("step is 0");
    assertThatThrownBy(() -> Priors.uniform(0, 1e9, 1)).hasMessageContaining("greater step");
    assertThatThrownBy(() -> Priors.scaled(Pmf.of(10, 10, 0.5, 0.5), 1e6, 10))
        .hasMessageContaining("cover 1000001 points");
    assertThatThrownBy(() -> Priors.scaled(Pmf.at(10, 10), 0, 10)).hasMessageContaining("by 0.0");
    assertThatThrownBy(() -> Priors.scaled(Pmf.at(10, 10), 1e99, 10)).hasMessageContaining("2^53");
  }

  @Test
  void aRangeMayBeLongWherePointsAreFew() {
    Pmf pmf = Priors.uniform(1e12, 1e12 + 500, 100);

    assertThat(pmf.size()).isEqualTo(6);
    assertThat(pmf.mean()).isCloseTo(1e12 + 250, within(1e-3));
  }

  private static void assertMasses(Pmf pmf, long origin, double... masses) {
    assertThat(pmf.origin()).isEqualTo(origin);
    assertThat(pmf.masses()).containsExactly(masses, within(1e-12));
  }
}
