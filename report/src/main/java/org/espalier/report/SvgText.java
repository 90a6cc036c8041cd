package org.espalier.report;

import java.awt.geom.AffineTransform;

/**
 * A text of a figure.
 *
 * @param words what it says, in one line
 * @param place from its own coordinates to the figure's; it stands at the origin, with the middle
 *     of its line
 * @param anchor which part of its width lies before the origin, 0 to 1
 * @param size of the font in pixels
 * @param colour as #rrggbb
 */
record SvgText(String words, AffineTransform place, double anchor, double size, String colour) {}
