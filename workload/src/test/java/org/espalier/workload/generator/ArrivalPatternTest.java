package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArrivalPatternTest {
  @ParameterizedTest
  @CsvSource({"0, 0.5, 2", "8, 0, 2", "8, 1, 2", "8, NaN, 2", "8, 0.5, 0.9", "8, 0.5, Infinity"})
  void peaksThatCannotBeAreRefusedInSpikesAndInBursts(int cycles, double share, double factor) {
    String expected = "expected at least 1";
    assertThatThrownBy(() -> new ArrivalPattern.Spiky(0.1, cycles, share, factor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
    assertThatThrownBy(() -> new ArrivalPattern.Bursty(cycles, share, factor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
