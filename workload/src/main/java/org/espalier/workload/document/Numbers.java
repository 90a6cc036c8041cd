package org.espalier.workload.document;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Numbers as users write them: decimal digits, with a sign, a point and an exponent ({@code
 * -1.5e3}) where they may be real. No spaces, no hexadecimal digits, no words such as NaN.
 */
public final class Numbers {
  private static final int LONGEST = 400;

  private Numbers() {}

  /** A finite number; empty if the text is none. */
  public static OptionalDouble real(String text) {
    if (!mayBeNumber(text)) {
      return OptionalDouble.empty();
    }
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** A whole number without point or exponent; empty if the text is none, or too large. */
  public static OptionalLong whole(String text) {
    if (!mayBeNumber(text)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether a text has no other characters than numbers have, and not very many. */
  static boolean mayBeNumber(String text) {
    return text.length() <= LONGEST
        && text.chars().allMatch(c -> "0123456789.-+eE".indexOf(c) >= 0);
  }
}
