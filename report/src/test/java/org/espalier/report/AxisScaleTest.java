package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which axes are numeric. */
class AxisScaleTest {

  @Test
  void readsNumbersWithOneEnding() {
    assertThat(AxisScale.positions(List.of("0.5", "0.9"))).containsExactly(0.5, 0.9);
    assertThat(AxisScale.positions(List.of("10 %", "25 %"))).containsExactly(10.0, 25.0);
    assertThat(AxisScale.positions(List.of("-1ms", "+2ms"))).containsExactly(-1.0, 2.0);
  }

  @Test
  void multipliesByThousandsAndMillions() {
    assertThat(AxisScale.positions(List.of("800", "9k", "1.5M")))
        .containsExactly(800.0, 9000.0, 1_500_000.0);
  }

  @Test
  void leavesOtherValuesAlone() {
    assertThat(AxisScale.positions(List.of("PAM", "MM"))).isEmpty();
    assertThat(AxisScale.positions(List.of("1", "MM"))).isEmpty();
    assertThat(AxisScale.positions(List.of("1 s", "1 %"))).isEmpty();
    assertThat(AxisScale.positions(List.of("1.0", "1"))).isEmpty();
    assertThat(AxisScale.positions(List.of("9k", "15 %"))).isEmpty();
  }
}
