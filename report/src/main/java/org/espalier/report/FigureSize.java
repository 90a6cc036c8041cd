package org.espalier.report;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large figures are: in pixels, or in lengths of paper with a font size. Figures are laid out
 * in pixels with texts of {@value #TEXT_PIXELS} pixels; on paper such a text has the given font
 * size, so a narrow figure has fewer pixels, not smaller texts.
 *
 * @param pixels the width in which a figure is laid out
 * @param pointsPerPixel points (1/72 inch) of paper for each pixel
 * @param isOnPaper whether the width was given as a length
 */
public record FigureSize(int pixels, double pointsPerPixel, boolean isOnPaper) {
  /** The least width in pixels. */
  public static final int LEAST = 300;

  /** The greatest width in pixels. */
  public static final int MOST = 4_000;

  private static final int TEXT_PIXELS = 13;

  /** The points of a style sheet's pixel, by definition 1/96 inch. */
  private static final double POINTS_OF_PIXEL = 0.75;

  private static final double DEFAULT_FONT_POINTS = 8;
  private static final Pattern LENGTH = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(mm|cm|in|pt)?");

  private static final Pattern ROOT_SIZE =
      Pattern.compile("^<svg width=\"([0-9.]+)\" height=\"([0-9.]+)\"");

  /**
   * Reads a width and a font size.
   *
   * @param width as 960 (pixels) or 84mm, 8.4cm, 3.3in, 240pt
   * @param fontSize as 8pt; empty for 8 pt, or for texts of 13 pixels where the width is in pixels
   * @throws IllegalArgumentException if one cannot be read, or a figure cannot be so wide
   */
  public static FigureSize parse(String width, String fontSize) {
    boolean onPaper = !width.matches("[0-9]+");
    double points = onPaper ? points("width", width) : 0;
    double font = fontSize.isEmpty() ? DEFAULT_FONT_POINTS : points("font-size", fontSize);
    if (!onPaper) {
      double perPixel = fontSize.isEmpty() ? POINTS_OF_PIXEL : font / TEXT_PIXELS;
      return checked(Double.parseDouble(width), perPixel, false, width, fontSize);
    }
    return checked(points / font * TEXT_PIXELS, font / TEXT_PIXELS, true, width, fontSize);
  }

  /**
   * A height in the pixels of these figures.
   *
   * @param text as a width; empty for 0, the height that each figure has by itself
   * @throws IllegalArgumentException if it cannot be read
   */
  public int height(String text) {
    if (text.isEmpty() || text.matches("[0-9]{1,6}")) {
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    }
    return (int) Math.round(points("height", text) / pointsPerPixel);
  }

  private static FigureSize checked(
      double pixels, double perPixel, boolean onPaper, String width, String fontSize) {
    if (pixels >= LEAST && pixels <= MOST) {
      return new FigureSize((int) Math.round(pixels), perPixel, onPaper);
    }
    if (!onPaper) {
      throw new IllegalArgumentException(
          "--width is %s; expected %s to %s pixels, or a length as 84mm"
              .formatted(width, LEAST, MOST));
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "--width is %s; with texts of %s expected %.0fmm to %.0fmm",
            width,
            fontSize.isEmpty() ? "8pt" : fontSize,
            Math.ceil(millimetres(LEAST * perPixel)),
            Math.floor(millimetres(MOST * perPixel))));
  }

  private static double millimetres(double points) {
    return points / 72 * 25.4;
  }

  private static double points(String option, String text) {
    Matcher matcher = LENGTH.matcher(text);
    if (!matcher.matches()
        || matcher.group(2) == null
        || Double.parseDouble(matcher.group(1)) == 0) {
      throw new IllegalArgumentException(
          "--%s is %s; expected a length in mm, cm, in or pt, as %s"
              .formatted(
                  option, text, option.equals("font-size") ? "8pt" : "84mm, or pixels, as 960"));
    }
    double number = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "mm" -> number / 25.4 * 72;
      case "cm" -> number / 2.54 * 72;
      case "in" -> number * 72;
      default -> number;
    };
  }

  /**
   * An SVG whose width and height are lengths of paper, where this one is.
   *
   * @param svg as {@link FigureDrawing#svg} draws it
   */
  public String onPaper(String svg) {
    Matcher root = ROOT_SIZE.matcher(svg);
    if (!isOnPaper || !root.find()) {
      return svg;
    }
    return "<svg width=\"%s\" height=\"%s\"".formatted(length(root.group(1)), length(root.group(2)))
        + svg.substring(root.end());
  }

  private String length(String inPixels) {
    return String.format(Locale.ROOT, "%.3fpt", Double.parseDouble(inPixels) * pointsPerPixel);
  }
}
