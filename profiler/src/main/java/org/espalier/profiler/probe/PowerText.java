package org.espalier.profiler.probe;

import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Numbers;

/**
 * Reads power from what a command printed: the first number with a unit of power behind it. That is
 * {@code 133 W}, {@code 133 Watts} or {@code 0.13 kW}; without such a unit the last number, as
 * watts, unless one has a unit of something else: {@code 133.5 J}, {@code 45 °C}. A decimal comma
 * is read as a point; what can be read in two ways is no power: {@code 1,234 W}, {@code 1.234,5 W},
 * {@code 1 234 W}.
 */
final class PowerText {
  private static final String NUMBER = "(?<![\\w.]|\\d,)([-+]?\\d+(?:[.,]\\d+)*(?:[eE][-+]?\\d+)?)";
  private static final Pattern WITH_UNIT =
      Pattern.compile(NUMBER + "\\s*(?:([mkKMuµμ])?W|(?i:(milli|kilo|mega)?watts?))\\b");
  private static final Pattern COMMA = Pattern.compile("[-+]?\\d+,\\d+(?:[eE].*)?");
  private static final Pattern THOUSANDS = Pattern.compile("[-+]?[1-9]\\d{0,2},\\d{3}");

  /** Digits in groups of three; not those of a point in time. */
  private static final Pattern GROUPED =
      Pattern.compile("(?<![\\w.,:/-])[1-9]\\d{0,2}(?:['’\\h&&[^\\t]]\\d{3})+(?!\\d)");

  private static final Pattern WITH_OTHER_UNIT =
      Pattern.compile(
          NUMBER
              + "\\s*(?:[mkKMG]?(?:Wh|Ah?|VA?|J|(?i:joules?|volts?|amps?|amperes?|var))\\b|[%°])");

  private static final Pattern ALONE = Pattern.compile(NUMBER + "(?![\\w.]*\\w)");

  private PowerText() {}

  /**
   * Returns the watts; empty if there is no number, or one below zero, of two meanings or of
   * something else.
   */
  static OptionalDouble watts(String output) {
    if (GROUPED.matcher(output).find()) {
      return OptionalDouble.empty();
    }
    Matcher first = WITH_UNIT.matcher(output);
    boolean isPower = first.find();
    if (!isPower && WITH_OTHER_UNIT.matcher(output).find()) {
      return OptionalDouble.empty();
    }
    double watts =
        isPower
            ? number(first.group(1)) * factor(first)
            : ALONE
                .matcher(output)
                .results()
                .reduce((earlier, later) -> later)
                .map(number -> number(number.group(1)))
                .orElse(Double.NaN);
    return Double.isFinite(watts) && watts >= 0 ? OptionalDouble.of(watts) : OptionalDouble.empty();
  }

  /** Not a number if the text has two meanings. */
  private static double number(String text) {
    if (THOUSANDS.matcher(text).matches()) {
      return Double.NaN;
    }
    String point = COMMA.matcher(text).matches() ? text.replace(',', '.') : text;
    return Numbers.real(point).orElse(Double.NaN);
  }

  private static double factor(MatchResult match) {
    String letter = match.group(2) == null ? "" : match.group(2);
    String word = match.group(3) == null ? letter : match.group(3).substring(0, 2);
    return switch (word) {
      case "u", "µ", "μ" -> 1e-6;
      case "m", "mi", "Mi", "MI" -> 1e-3;
      case "k", "K", "ki", "Ki", "KI" -> 1e3;
      case "M", "me", "Me", "ME" -> 1e6;
      default -> 1;
    };
  }
}
