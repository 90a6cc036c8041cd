package org.espalier.report;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.FloatSize;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Color;
import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Figures painted as PNG. */
public final class PngImage {
  private static final Pattern FAMILY = Pattern.compile("font-family:[^;\"]*");

  /** A line of no width is one; the painter would make it as thin as it can. */
  private static final Pattern NO_WIDTH =
      Pattern.compile(" stroke=\"[^\"]*\"(?=[^<>]* stroke-width=\"0\")");

  /** Figures are the page's own, and may be of many parts. */
  private static final LoaderContext LOADING =
      LoaderContext.builder()
          .documentLimits(
              new DocumentLimits(
                  DocumentLimits.DEFAULT_MAX_NESTING_DEPTH,
                  DocumentLimits.DEFAULT_MAX_USE_NESTING_DEPTH,
                  Integer.MAX_VALUE))
          .build();

  private PngImage() {}

  /**
   * A figure as the bytes of a PNG file.
   *
   * @param svg as {@link FigureDrawing#svg} draws it
   * @param scale pixels of the image for each pixel of the figure
   */
  public static byte[] of(String svg, double scale) {
    SVGDocument document = document(svg);
    BufferedImage image = blank(document.size(), scale);
    Graphics2D pen = image.createGraphics();
    try {
      pen.setColor(Color.WHITE);
      pen.fillRect(0, 0, image.getWidth(), image.getHeight());
      paint(document, pen, scale);
    } finally {
      pen.dispose();
    }
    return bytes(image);
  }

  private static SVGDocument document(String svg) {
    String family = "font-family:" + TextWidths.FAMILY;
    String plain =
        NO_WIDTH.matcher(FAMILY.matcher(svg).replaceAll(family)).replaceAll(" stroke=\"none\"");
    @Nullable SVGDocument document =
        new SVGLoader()
            .load(
                new ByteArrayInputStream(plain.getBytes(StandardCharsets.UTF_8)),
                URI.create("memory:figure"),
                LOADING);
    if (document == null) {
      throw new IllegalStateException("the painter cannot read an SVG of the chart library");
    }
    return document;
  }

  private static BufferedImage blank(FloatSize size, double scale) {
    int width = (int) Math.round(size.getWidth() * scale);
    int height = (int) Math.round(size.getHeight() * scale);
    return new BufferedImage(Math.max(1, width), Math.max(1, height), BufferedImage.TYPE_INT_RGB);
  }

  private static void paint(SVGDocument document, Graphics2D pen, double scale) {
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    pen.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
    pen.scale(scale, scale);
    document.render((@Nullable Component) null, pen, new ViewBox(document.size()));
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
