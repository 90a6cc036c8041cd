package org.espalier.report;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Component;
import java.awt.Graphics2D;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Paints what the chart library drew in an SVG, without its texts. */
record SvgPainter(SVGDocument document) {
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

  static SvgPainter of(String svg) {
    String plain = NO_WIDTH.matcher(svg).replaceAll(" stroke=\"none\"");
    @Nullable SVGDocument document =
        new SVGLoader()
            .load(
                new ByteArrayInputStream(plain.getBytes(StandardCharsets.UTF_8)),
                URI.create("memory:figure"),
                LOADING);
    if (document == null) {
      throw new IllegalStateException("the painter cannot read an SVG of the chart library");
    }
    return new SvgPainter(document);
  }

  /** In pixels. */
  double width() {
    return document.size().getWidth();
  }

  /** In pixels. */
  double height() {
    return document.size().getHeight();
  }

  void paint(Graphics2D pen, double scale) {
    pen.scale(scale, scale);
    document.render((@Nullable Component) null, pen, new ViewBox(document.size()));
  }
}
