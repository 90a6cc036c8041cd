package org.espalier.report;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How wide texts are in the font in which figures are painted. */
final class TextWidths {
  /** The family in which figures are painted: what the Java platform takes for sans serif. */
  static final String FAMILY = Font.SANS_SERIF;

  private static final Pattern SIZE = Pattern.compile("([0-9.]+)px");
  private static final Pattern BOLD = Pattern.compile("\\b(bold|[6-9]00)\\b");
  private static final double DEFAULT_SIZE = 12;
  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  private final Map<String, Font> fonts = new HashMap<>();

  /**
   * The width of a text in pixels.
   *
   * @param font as style sheets say it; only its size and weight count
   */
  double of(String text, String font) {
    return fonts.computeIfAbsent(font, TextWidths::font).getStringBounds(text, CONTEXT).getWidth();
  }

  private static Font font(String description) {
    Matcher size = SIZE.matcher(description);
    double pixels = size.find() ? Double.parseDouble(size.group(1)) : DEFAULT_SIZE;
    int style = BOLD.matcher(description).find() ? Font.BOLD : Font.PLAIN;
    return new Font(FAMILY, style, 1).deriveFont((float) pixels);
  }
}
