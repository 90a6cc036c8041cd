package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code toLocaleString('en', ...)} gives in browsers, computed in one. */
final class LocaleNumberTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1234.5678 | -1 | -1 | -1 | standard | 1,234.568",
        "1234.5678 | 1 | 1 | -1 | standard | 1,234.6",
        "0.05 | 1 | 1 | -1 | standard | 0.1",
        "35 | 2 | 2 | -1 | standard | 35.00",
        "-7 | 0 | 0 | -1 | standard | -7",
        "0.30000000000000004 | -1 | -1 | 8 | standard | 0.3",
        "123456789 | -1 | -1 | 8 | standard | 123,456,790",
        "1200000 | -1 | -1 | 4 | compact | 1.2M",
        "2500000000 | -1 | -1 | 4 | compact | 2.5B",
        "0.000012 | -1 | -1 | 4 | scientific | 1.2E-5",
        "0 | -1 | -1 | 8 | standard | 0",
        "NaN | 1 | 1 | -1 | standard | NaN"
      })
  void isAsInABrowser(
      double value, int least, int most, int digits, String notation, String expected) {
    assertThat(LocaleNumber.text(value, least, most, digits, notation)).isEqualTo(expected);
  }
}
