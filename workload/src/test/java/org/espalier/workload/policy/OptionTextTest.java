package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTextTest {
  private static double number(String text) {
    return new OptionText(text, Duration.ofNanos(1)).number(-1e9, 1e9);
  }

  @ParameterizedTest
  @CsvSource({"12,12", "-1.5,-1.5", "+.5,0.5", "1e3,1000", "2.5E-1,0.25", "007,7"})
  void numbers(String text, double value) {
    assertThat(number(text)).isEqualTo(value);
  }

  @Test
  void aShareMayBeInPercent() {
    OptionText tenth = new OptionText("10 %", Duration.ofNanos(1));

    assertThat(tenth.number(0, 1)).isEqualTo(0.1);
    assertThatExceptionOfType(OptionText.Unfit.class).isThrownBy(() -> tenth.number(0, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.", ".", "e3", "1e", "--1", "0x1", "1d", "NaN"})
  void noNumbers(String text) {
    assertThatExceptionOfType(OptionText.Unfit.class).isThrownBy(() -> number(text));
  }

  /** A line of a document may be so long; looking at all pairs of its digits takes many seconds. */
  @Test
  void aLongTextIsLookedAtOnce() {
    String digits = "1".repeat(60_000) + "x";
    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> assertThatExceptionOfType(OptionText.Unfit.class).isThrownBy(() -> number(digits)));
  }
}
