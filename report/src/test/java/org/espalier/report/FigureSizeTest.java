package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FigureSizeTest {
  @Test
  void pixelsStayPixels() {
    FigureSize size = FigureSize.parse("640", "");
    assertThat(size.pixels()).isEqualTo(640);
    assertThat(size.pointsPerPixel()).isEqualTo(0.75);
    assertThat(size.onPaper("<svg width=\"640\" height=\"400\" x"))
        .startsWith("<svg width=\"640\"");
  }

  @Test
  void aLengthHasFewerPixelsTheLargerItsTexts() {
    // 84 mm are 238.11 points; a text of 13 pixels is 8 of them high, or 10
    FigureSize small = FigureSize.parse("84mm", "8pt");
    assertThat(small.pixels()).isEqualTo(387);
    assertThat(13 * small.pointsPerPixel()).isCloseTo(8, within(1e-9));
    assertThat(FigureSize.parse("84mm", "10pt").pixels()).isEqualTo(310);
    assertThat(FigureSize.parse("84mm", "")).isEqualTo(small);
    assertThat(FigureSize.parse("8.4cm", "").pixels()).isEqualTo(387);
    assertThat(FigureSize.parse("238.11pt", "").pixels()).isEqualTo(387);
    assertThat(FigureSize.parse("3.307in", "").pixels()).isEqualTo(387);
  }

  @Test
  void anSvgOnPaperHasTheLength() {
    String svg = FigureSize.parse("84mm", "8pt").onPaper("<svg width=\"387\" height=\"200\" x");
    assertThat(svg).isEqualTo("<svg width=\"238.154pt\" height=\"123.077pt\" x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "10 | '' | --width is 10; expected 300 to 4000 pixels, or a length as 84mm",
        "84 mm | '' | --width is 84 mm; expected a length in mm, cm, in or pt, as 84mm, or pixels",
        "-5mm | '' | --width is -5mm; expected a length",
        "0mm | '' | --width is 0mm; expected a length",
        "20mm | 8pt | --width is 20mm; with texts of 8pt expected 66mm to 868mm",
        "84mm | 8 | --font-size is 8; expected a length in mm, cm, in or pt, as 8pt",
        "84mm | 14pt | with texts of 14pt expected 114mm"
      })
  void tellsWhatIsWrong(String width, String fontSize, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FigureSize.parse(width, fontSize))
        .withMessageContaining(message);
  }
}
