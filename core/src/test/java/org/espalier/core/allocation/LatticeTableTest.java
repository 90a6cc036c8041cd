package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class LatticeTableTest {
  /** On the lattice, every look-up is what the PMF says. */
  @Test
  void looksUpWhatThePmfSays() {
    Pmf time = Pmf.of(12, 4, 0.25, 0, 0.5, 0.25);
    LatticeTable table = new LatticeTable(time, time.step());

    for (long ticks = -8; ticks < 40; ticks++) {
      assertThat(table.withinAtMost(ticks / 4.0)).isEqualTo(time.cumulative(ticks));
      assertThat(table.limitedAtLeast(ticks / 4.0))
          .isCloseTo(ticks <= 0 ? 0 : ticks - time.shortfall(ticks), within(1e-12));
    }
  }

  /** Off the lattice, it is on the safe side, and less than a step away. */
  @Test
  void boundsATimeOffTheLattice() {
    Pmf time = Pmf.of(13, 4, 0.25, 0, 0.5, 0.25);
    LatticeTable table = new LatticeTable(time, time.step());

    for (long ticks = -8; ticks < 40; ticks++) {
      double limited = ticks <= 0 ? 0 : ticks - time.shortfall(ticks);
      assertThat(table.withinAtMost(ticks / 4.0))
          .isBetween(time.cumulative(ticks), time.cumulative(ticks + 3));
      assertThat(table.limitedAtLeast(ticks / 4.0)).isBetween(limited - 4, limited + 1e-12);
    }
  }

  /** A table begins at the earliest time: a long time on a fine lattice takes no memory. */
  @Test
  void aLongTimeIsHeldInOneEntry() {
    long time = 1L << 40;
    LatticeTable table = new LatticeTable(Pmf.at(time, 1), 1);

    assertThat(table.withinAtMost(time - 1)).isZero();
    assertThat(table.withinAtMost(time)).isEqualTo(1);
    assertThat(table.limitedAtLeast(time / 2.0)).isEqualTo(time / 2.0);
    assertThat(table.limitedAtLeast(time + 1)).isEqualTo(time);
  }
}
