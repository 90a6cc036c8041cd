package org.espalier.report;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The font in which figures are painted, what the Java platform takes for sans serif, and how wide
 * texts are in it. A letter that no font of this machine has is its code, as U+4E2D, so that names
 * differ.
 */
final class TextWidths {
  private static final Pattern SIZE = Pattern.compile("([0-9.]+)px");
  private static final Pattern BOLD = Pattern.compile("\\b(bold|[6-9]00)\\b");
  private static final double DEFAULT_SIZE = 12;
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  private final Map<String, Font> fonts = new HashMap<>();

  /**
   * The width of a text in pixels.
   *
   * @param font as style sheets say it; only its size and weight count
   */
  double of(String text, String font) {
    // A single letter as it is: the chart library takes the width of one for the height of lines.
    String shown = text.length() == 1 ? text : shown(text);
    return fonts.computeIfAbsent(font, TextWidths::font).getStringBounds(shown, CONTEXT).getWidth();
  }

  /** Lays a text out, with its letters joined and in their order of reading. */
  static TextLayout layout(String text, double pixels, boolean bold) {
    Font font = new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, 1);
    return new TextLayout(shown(text), font.deriveFont((float) pixels), CONTEXT);
  }

  /** The text as the font can show it. */
  static String shown(String text) {
    return PLAIN.canDisplayUpTo(text) < 0
        ? text
        : text.codePoints()
            .mapToObj(point ->
                PLAIN.canDisplay(point)
                    ? Character.toString(point)
                    : String.format(Locale.ROOT, "U+%04X", point))
            .collect(Collectors.joining());
  }

  private static Font font(String description) {
    Matcher size = SIZE.matcher(description);
    double pixels = size.find() ? Double.parseDouble(size.group(1)) : DEFAULT_SIZE;
    int style = BOLD.matcher(description).find() ? Font.BOLD : Font.PLAIN;
    return new Font(Font.SANS_SERIF, style, 1).deriveFont((float) pixels);
  }
}
