package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For how many tasks to come the program is solved. */
class FluidPricesTest {
  @Test
  void demandsAreFurtherApartTheFewerTasksAreToCome() {
    assertThat(FluidPrices.demands(10_000)).containsExactly(0.98, 1, 1.02);
    assertThat(FluidPrices.demands(100)).containsExactly(0.8, 1, 1.2);
    assertThat(FluidPrices.demands(16)).containsExactly(0.5, 1, 1.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.1, 4, 5, 1e9})
  void demandsArePositiveWithAMeanOfOne(double expected) {
    double[] demands = FluidPrices.demands(expected);

    assertThat(demands[0]).isPositive();
    assertThat(demands).isSorted();
    assertThat((demands[0] + demands[2]) / 2).isCloseTo(1, within(1e-12));
  }
}
