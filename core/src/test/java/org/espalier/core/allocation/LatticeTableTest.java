package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class LatticeTableTest {
  /** Every look-up is what the PMF says at the end, or the beginning, of the step. */
  @Test
  void looksUpWhatThePmfSays() {
    Pmf time = Pmf.of(12, 4, 0.25, 0, 0.5, 0.25);
    LatticeTable table = new LatticeTable(time);

    for (long steps = -2; steps < 10; steps++) {
      double limited = steps <= 0 ? 0 : steps * 4 - time.shortfall(steps * 4);
      assertThat(table.withinAtMost(steps)).isEqualTo(time.cumulative(steps * 4 + 3));
      assertThat(table.limitedAtLeast(steps)).isEqualTo(limited);
    }
  }

  /** A table begins at the earliest time: a long time on a fine lattice takes no memory. */
  @Test
  void aLongTimeIsHeldInOneEntry() {
    long time = 1L << 40;
    LatticeTable table = new LatticeTable(Pmf.at(time, 1));

    assertThat(table.withinAtMost(time - 1)).isZero();
    assertThat(table.withinAtMost(time)).isEqualTo(1);
    assertThat(table.limitedAtLeast(time / 2)).isEqualTo(time / 2.0);
    assertThat(table.limitedAtLeast(time + 1)).isEqualTo(time);
  }
}
