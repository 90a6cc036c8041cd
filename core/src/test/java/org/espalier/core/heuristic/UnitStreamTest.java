package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers of the SplitMix64 finaliser, as an independent program has them. */
class UnitStreamTest {
  @Test
  void referenceValues() {
    assertThat(UnitStream.of(0, 0, 0, 0)).isEqualTo(0.13870941014555427);
    assertThat(UnitStream.of(7, 1, 3, 0)).isEqualTo(0.5047485210916238);
    assertThat(UnitStream.of(-1, 4, 2, 9)).isEqualTo(0.3770961507441253);
  }
}
