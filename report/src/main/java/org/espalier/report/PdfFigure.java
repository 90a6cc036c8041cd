package org.espalier.report;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import java.awt.Color;
import java.awt.geom.AffineTransform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.util.Matrix;

/**
 * Figures as PDF, on a page of their own size, in vectors. Their texts are texts, in Liberation
 * Sans, of which the file holds what it uses, so that a publisher finds no font missing. Those with
 * letters that it does not have are shapes.
 */
public final class PdfFigure {
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
  private static final float FONT_UNITS = 1_000;

  private PdfFigure() {}

  /**
   * A figure as the bytes of a PDF file; the same for the same figure.
   *
   * @param svg as {@link FigureDrawing#svg} draws it
   * @param pointsPerPixel points of paper for each pixel of the figure
   */
  public static byte[] of(String svg, double pointsPerPixel) {
    SvgTexts texts = SvgTexts.of(svg);
    Hatches hatches = new Hatches(texts.withoutTexts());
    SvgPainter painter = SvgPainter.of(hatches.svg());
    float width = (float) (painter.width() * pointsPerPixel);
    float height = (float) (painter.height() * pointsPerPixel);
    try (PDDocument document = new PDDocument()) {
      document.setDocumentId(0L); // instead of one made of the time
      PDPage page = new PDPage(new PDRectangle(width, height));
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        PDType0Font font = font(document);
        List<SvgText> written = texts.all().stream().filter(text -> knows(font, text)).toList();
        List<SvgText> outlined = texts.all().stream().filter(t -> !knows(font, t)).toList();
        paintShapes(document, content, painter, hatches, outlined, pointsPerPixel);
        AffineTransform toPage =
            new AffineTransform(pointsPerPixel, 0, 0, -pointsPerPixel, 0, height);
        writeTexts(content, font, written, toPage);
      }
      return bytes(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void paintShapes(
      PDDocument document,
      PDPageContentStream content,
      SvgPainter painter,
      Hatches hatches,
      List<SvgText> outlined,
      double scale)
      throws IOException {
    PdfBoxGraphics2D pen =
        new PdfBoxGraphics2D(document, (float) painter.width(), (float) painter.height());
    pen.setDrawControl(hatches);
    painter.paint(pen, 1);
    for (SvgText text : outlined) {
      pen.setColor(Color.decode(text.colour()));
      pen.fill(text.outline());
    }
    pen.dispose();
    content.saveGraphicsState();
    content.transform(Matrix.getScaleInstance((float) scale, (float) scale));
    content.drawForm(pen.getXFormObject());
    content.restoreGraphicsState();
  }

  private static PDType0Font font(PDDocument document) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(PDDocument.class.getResourceAsStream(FONT), FONT)) {
      return PDType0Font.load(document, file, true);
    }
  }

  private static void writeTexts(
      PDPageContentStream content, PDType0Font font, List<SvgText> texts, AffineTransform toPage)
      throws IOException {
    for (SvgText text : texts) {
      String words = TextWidths.shown(text.words());
      double width = font.getStringWidth(words) / FONT_UNITS * text.size();
      AffineTransform place = new AffineTransform(toPage);
      place.concatenate(text.place());
      place.translate(-text.anchor() * width, SvgText.MIDDLE_TO_BASE * text.size());
      place.scale(1, -1);
      content.beginText();
      content.setFont(font, (float) text.size());
      content.setNonStrokingColor(Color.decode(text.colour()));
      content.setTextMatrix(new Matrix(place));
      content.showText(words);
      content.endText();
    }
  }

  private static boolean knows(PDType0Font font, SvgText text) {
    try {
      font.encode(TextWidths.shown(text.words()));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(PDDocument document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    document.save(bytes);
    return bytes.toByteArray();
  }
}
