package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.junit.jupiter.api.Test;

final class PdfFigureTest {
  private static final String SVG =
      """
      <svg width="400" height="200" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">
      <rect width="400" height="200" x="0" y="0" fill="#ffffff"></rect>
      <rect width="100" height="50" x="0" y="0" fill="#0072b2"></rect>
      <g transform="translate(10 20)"><text text-anchor="middle" style="font-size:13px;" \
      x="190" y="80" fill="#123">Robustness (%) \u2264 σ</text></g>
      <text text-anchor="end" style="font-size:26px;" transform="matrix(0,-1,1,0,30,100)" \
      fill="#0072b2">upright \udbff\udffd</text>
      </svg>
      """;

  private static void read(byte[] pdf, Consumer<PDDocument> look) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      look.accept(document);
    }
  }

  private static List<TextPosition> letters(byte[] pdf) throws IOException {
    List<TextPosition> letters = new ArrayList<>();
    try (PDDocument document = Loader.loadPDF(pdf)) {
      new PDFTextStripper() {
        @Override
        protected void processTextPosition(TextPosition letter) {
          letters.add(letter);
        }
      }.getText(document);
    }
    return letters;
  }

  @Test
  void thePageIsAsLargeAsTheFigure() throws IOException {
    read(
        PdfFigure.of(SVG, 0.5),
        document -> {
          PDPage page = document.getPage(0);
          assertThat(document.getNumberOfPages()).isEqualTo(1);
          assertThat(page.getMediaBox().getWidth()).isEqualTo(200);
          assertThat(page.getMediaBox().getHeight()).isEqualTo(100);
        });
  }

  @Test
  void fontsAreInTheFile() throws IOException {
    read(
        PdfFigure.of(SVG, 0.5),
        document -> {
          List<PDFont> fonts = new ArrayList<>();
          for (COSName name : document.getPage(0).getResources().getFontNames()) {
            fonts.add(font(document, name));
          }
          assertThat(fonts).hasSize(1).allMatch(PDFont::isEmbedded);
        });
  }

  private static PDFont font(PDDocument document, COSName name) {
    try {
      return document.getPage(0).getResources().getFont(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void textsAreTextsWhereTheFigureHasThem() throws IOException {
    List<TextPosition> letters = letters(PdfFigure.of(SVG, 0.5));
    String words = String.join("", letters.stream().map(TextPosition::getUnicode).toList());
    assertThat(words).isEqualTo("Robustness (%) ≤ σupright U+10FFFD");
    TextPosition first = letters.getFirst();
    TextPosition last = letters.get(words.indexOf('σ'));
    // around x = 200 of 400 pixels, in points of half a pixel
    double middle = (first.getX() + last.getX() + last.getWidth()) / 2;
    assertThat(middle).isCloseTo(100, within(0.5));
    assertThat(first.getYScale()).isCloseTo(6.5f, within(0.01f));
    assertThat(letters.getLast().getDir()).isEqualTo(90);
  }

  /** As are names in Arabic, whose letters are joined, from the right to the left. */
  @Test
  void textsOfOtherLettersAreShapes() throws IOException {
    String arabic = SVG.replace("upright", "سياسة");
    assertThat(letters(PdfFigure.of(arabic, 1)))
        .extracting(TextPosition::getUnicode)
        .contains("R")
        .noneMatch(letter -> letter.codePointAt(0) >= 0x600 && letter.codePointAt(0) < 0x700);
    Rectangle2D joined = SvgTexts.of(arabic).all().getLast().outline().getBounds2D();
    assertThat(joined.isEmpty()).isFalse();
    try (PDDocument document = Loader.loadPDF(PdfFigure.of(arabic, 1))) {
      BufferedImage page = new PDFRenderer(document).renderImage(0);
      assertThat(darkest(page, joined)).isLessThan(200);
    }
  }

  private static int darkest(BufferedImage page, Rectangle2D part) {
    int darkest = 255;
    for (int x = (int) Math.max(0, part.getMinX()); x < part.getMaxX(); x++) {
      for (int y = (int) part.getMinY(); y < Math.min(page.getHeight(), part.getMaxY()); y++) {
        darkest = Math.min(darkest, page.getRGB(x, y) & 255);
      }
    }
    return darkest;
  }

  @Test
  void shapesAreWhereTheyWere() throws IOException {
    try (PDDocument document = Loader.loadPDF(PdfFigure.of(SVG, 0.5))) {
      BufferedImage image = new PDFRenderer(document).renderImage(0, 2);
      assertThat(image.getWidth()).isEqualTo(400);
      assertThat(image.getRGB(50, 25) & 0xffffff).isEqualTo(0x0072b2);
      assertThat(image.getRGB(150, 25) & 0xffffff).isEqualTo(0xffffff);
    }
  }

  @Test
  void theSameFigureIsTheSameFile() {
    assertThat(PdfFigure.of(SVG, 0.5)).isEqualTo(PdfFigure.of(SVG, 0.5));
  }

  @Test
  void stripesOfAPatternAreStripes() throws IOException {
    String striped =
        """
        <svg width="100" height="100" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
        <rect width="100" height="100" x="0" y="0" fill="#8a5f00"></rect>
        <path d="M0 0l100 0l0 100l-100 0Z" fill="url(#p0)"></path>
        <defs>
        <pattern width="70" height="7" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(-45)" id="p0">
        <path d="M0 0l70 0l0 2l-70 0Z" fill="rgb(255,255,255)" fill-opacity="0.5"></path>
        </pattern>
        </defs>
        </svg>
        """;
    try (PDDocument document = Loader.loadPDF(PdfFigure.of(striped, 0.75))) {
      BufferedImage image = new PDFRenderer(document).renderImage(0, 4);
      long plain = 0;
      for (int x = 0; x < 300; x++) {
        plain += (image.getRGB(x, 150) & 0xffffff) == 0x8a5f00 ? 1 : 0;
      }
      assertThat(plain).as("pixels of 300 between the stripes").isBetween(180L, 240L);
    }
  }
}
