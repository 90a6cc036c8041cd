package org.espalier.report;

import java.awt.Shape;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;

/**
 * A text of a figure.
 *
 * @param words what it says, in one line
 * @param place from its own coordinates to the figure's; it stands at the origin, with the middle
 *     of its line
 * @param anchor which part of its width lies before the origin, 0 to 1
 * @param size of the font in pixels
 * @param bold whether it is written in bold
 * @param colour as #rrggbb
 */
record SvgText(
    String words, AffineTransform place, double anchor, double size, boolean bold, String colour) {
  /** From the middle of a line of the usual fonts down to its base line, over the font size. */
  static final double MIDDLE_TO_BASE = 0.35;

  /** Its letters as shapes, in the coordinates of the figure. */
  Shape outline() {
    if (words.isBlank()) {
      return new Path2D.Double();
    }
    TextLayout layout = TextWidths.layout(words, size, bold);
    AffineTransform start = new AffineTransform(place);
    start.translate(-anchor * layout.getAdvance(), MIDDLE_TO_BASE * size);
    return layout.getOutline(start);
  }
}
