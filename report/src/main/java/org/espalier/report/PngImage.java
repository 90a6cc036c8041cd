package org.espalier.report;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Figures painted as PNG. */
public final class PngImage {
  private PngImage() {}

  /**
   * A figure as the bytes of a PNG file.
   *
   * @param svg as {@link FigureDrawing#svg} draws it
   * @param scale pixels of the image for each pixel of the figure
   */
  public static byte[] of(String svg, double scale) {
    SvgTexts texts = SvgTexts.of(svg);
    SvgPainter painter = SvgPainter.of(texts.withoutTexts());
    BufferedImage image = blank(painter, scale);
    Graphics2D pen = image.createGraphics();
    try {
      pen.setColor(Color.WHITE);
      pen.fillRect(0, 0, image.getWidth(), image.getHeight());
      pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      pen.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
      painter.paint(pen, scale);
      for (SvgText text : texts.all()) {
        pen.setColor(Color.decode(text.colour()));
        pen.fill(text.outline());
      }
    } finally {
      pen.dispose();
    }
    return bytes(image);
  }

  private static BufferedImage blank(SvgPainter painter, double scale) {
    int width = (int) Math.round(painter.width() * scale);
    int height = (int) Math.round(painter.height() * scale);
    return new BufferedImage(Math.max(1, width), Math.max(1, height), BufferedImage.TYPE_INT_RGB);
  }

  private static byte[] bytes(BufferedImage image) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      if (!ImageIO.write(image, "png", bytes)) {
        throw new IllegalStateException("this Java platform cannot write PNG");
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
