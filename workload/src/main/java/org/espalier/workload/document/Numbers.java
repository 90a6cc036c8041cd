package org.espalier.workload.document;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Numbers as users write them: decimal digits, with a sign, a point and an exponent where they may
 * be real ({@code -1.5e3}, {@code .5}). No blanks, no hexadecimal digits, no words such as NaN.
 */
public final class Numbers {
  /** Written so that no text is looked at twice, since it may be long. */
  private static final Pattern REAL =
      Pattern.compile("[-+]?([0-9]+(\\.[0-9]+)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");

  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");

  private Numbers() {}

  /** A finite number; empty if the text is none. */
  public static OptionalDouble real(String text) {
    if (!REAL.matcher(text).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** A number from min to max inclusive; empty if the text is none. */
  public static Optional<Double> real(String text, double min, double max) {
    return real(text).stream().boxed().filter(n -> n >= min && n <= max).findFirst();
  }

  /** A whole number from min to max inclusive; empty if the text is none. */
  public static Optional<Long> whole(String text, long min, long max) {
    return whole(text).stream().boxed().filter(n -> n >= min && n <= max).findFirst();
  }

  /** A number as text; a whole one below a billion has no point. */
  public static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** A whole number; empty if the text is none, or one that is too large. */
  public static OptionalLong whole(String text) {
    try {
      return WHOLE.matcher(text).matches()
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
