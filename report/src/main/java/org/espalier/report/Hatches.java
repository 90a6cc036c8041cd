package org.espalier.report;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DDrawControlDefault;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The striped patterns of a figure, cut out of the shapes that they fill. The painter of PDF knows
 * no patterns. So each gets a colour of its own, next to that of its stripes, by which it is found.
 */
final class Hatches extends PdfBoxGraphics2DDrawControlDefault {
  private static final Pattern PATTERN =
      Pattern.compile(
          "(?s)<pattern [^>]*height=\"([0-9.]+)\"[^>]*rotate\\(([-0-9.]+)\\)[^>]*"
              + " id=\"([^\"]+)\">.*?<path d=\"M0 0l[0-9.]+ 0l0 ([0-9.]+)l[^\"]*\""
              + " fill=\"rgb\\((\\d+),(\\d+),(\\d+)\\)\"( fill-opacity=\"[0-9.]+\")?.*?</pattern>");

  private record Stripes(double step, double height, double degrees) {
    Area of(Shape shape) {
      AffineTransform turn = AffineTransform.getRotateInstance(Math.toRadians(degrees));
      Rectangle2D box = turned(shape.getBounds2D());
      Path2D all = new Path2D.Double();
      for (double y = Math.floor(box.getMinY() / step) * step; y < box.getMaxY(); y += step) {
        all.append(new Rectangle2D.Double(box.getX(), y, box.getWidth(), height), false);
      }
      Area stripes = new Area(turn.createTransformedShape(all));
      stripes.intersect(new Area(shape));
      return stripes;
    }

    private Rectangle2D turned(Rectangle2D box) {
      return AffineTransform.getRotateInstance(Math.toRadians(-degrees))
          .createTransformedShape(box)
          .getBounds2D();
    }
  }

  private final Map<Integer, Stripes> byColour = new HashMap<>();
  private final String svg;

  /** Finds the patterns of an SVG that the chart library drew. */
  Hatches(String drawn) {
    String plain = drawn;
    Matcher found = PATTERN.matcher(drawn);
    while (found.find()) {
      int blue = Integer.parseInt(found.group(7)) ^ (byColour.size() + 1);
      Color colour =
          new Color(Integer.parseInt(found.group(5)), Integer.parseInt(found.group(6)), blue & 255);
      byColour.put(
          colour.getRGB() & 0xffffff,
          new Stripes(number(found, 1), number(found, 4), number(found, 2)));
      String opacity = found.group(8) == null ? "" : found.group(8);
      plain =
          plain.replace(
              "fill=\"url(#" + found.group(3) + ")\"",
              "fill=\"#" + Integer.toHexString(colour.getRGB()).substring(2) + "\"" + opacity);
    }
    this.svg = plain;
  }

  private static double number(Matcher found, int group) {
    return Double.parseDouble(found.group(group));
  }

  /** The SVG with a colour in place of each pattern. */
  String svg() {
    return svg;
  }

  @Override
  public Shape transformShapeBeforeFill(Shape shape, IDrawControlEnv env) {
    Stripes stripes =
        env.getPaint() instanceof Color colour ? byColour.get(colour.getRGB() & 0xffffff) : null;
    return stripes == null ? shape : stripes.of(shape);
  }
}
