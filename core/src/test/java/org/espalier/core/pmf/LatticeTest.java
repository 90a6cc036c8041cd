package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatticeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 7, 0, 0",
    "13, 7, 1, 2",
    "14, 7, 2, 2",
    "-1, 7, -1, 0",
    "-14, 7, -2, -2",
    "2147483647, 10, 214748364, 214748365",
    "-2147483648, 10, -214748365, -214748364",
    "2147483648, 10, 214748364, 214748365",
    "-90000000001, 10, -9000000001, -9000000000",
    "5, 30000000000, 0, 1"
  })
  void stepsAreRoundedDownAndUp(long ticks, long step, long down, long up) {
    assertThat(Lattice.floor(ticks, step)).isEqualTo(down);
    assertThat(Lattice.ceil(ticks, step)).isEqualTo(up);
  }
}
