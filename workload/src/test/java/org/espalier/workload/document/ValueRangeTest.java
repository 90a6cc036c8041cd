package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValueRangeTest {
  @Test
  void stepsAreExactAndTheLastBelongsToThem() {
    assertThat(ValueRange.values("0..1/0.1"))
        .containsExactly("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1");
    assertThat(ValueRange.values("0..1/0.25")).containsExactly("0", "0.25", "0.5", "0.75", "1");
    assertThat(ValueRange.values("10.0..30/10")).containsExactly("10", "20", "30");
    assertThat(ValueRange.values("1..6/2")).containsExactly("1", "3", "5");
    assertThat(ValueRange.values("-1..1/1")).containsExactly("-1", "0", "1");
  }

  @Test
  void unitsStay() {
    assertThat(ValueRange.values("9k..15k/3k")).containsExactly("9k", "12k", "15k");
    assertThat(ValueRange.values("9..15/3k")).containsExactly("9k", "12k", "15k");
    assertThat(ValueRange.values("10 ms..30 ms/10 ms")).containsExactly("10 ms", "20 ms", "30 ms");
    assertThat(ValueRange.values("0%..100%/50%")).containsExactly("0%", "50%", "100%");
  }

  @Test
  void whatWasMeantAsARangeGetsAHint() {
    assertThat(ValueRange.hint("0..1")).contains("FIRST..LAST/STEP");
    assertThat(ValueRange.hint("9k...15k/3k")).contains("FIRST..LAST/STEP");
    assertThat(ValueRange.hint("1.5")).isEmpty();
    assertThat(ValueRange.hint("../data")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PAM",
        "../data",
        "0..1",
        "0..1/0",
        "1..0/0.1",
        "9k..15M/3k",
        "0..1/0.00001",
        "a..b/c"
      })
  void allElseStaysAsItIs(String text) {
    assertThat(ValueRange.values(text)).isEqualTo(List.of(text));
  }
}
