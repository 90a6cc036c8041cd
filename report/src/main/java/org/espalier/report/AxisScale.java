package org.espalier.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers that the values of an axis stand for.
 *
 * <p>A value is a number and what follows it. {@code k} and {@code M} multiply by a thousand and a
 * million; any other ending, such as {@code %} or {@code ms}, must be the same for all values.
 */
final class AxisScale {

  private static final Pattern NUMBER =
      Pattern.compile("([-+]?\\d+(?:\\.\\d+)?)\\s*([^\\d\\s.,]*)");

  private AxisScale() {}

  /** Returns one position per value, or nothing if the values do not read as distinct numbers. */
  static List<Double> positions(List<String> values) {
    List<Double> positions = new ArrayList<>();
    Set<String> endings = new HashSet<>();
    for (String value : values) {
      Matcher number = NUMBER.matcher(value.strip());
      if (!number.matches()) {
        return List.of();
      }
      String ending = number.group(2);
      positions.add(Double.parseDouble(number.group(1)) * factor(ending));
      endings.add(factor(ending) == 1 ? ending : "");
    }
    boolean distinct = new HashSet<>(positions).size() == positions.size();
    return endings.size() == 1 && distinct ? List.copyOf(positions) : List.of();
  }

  private static double factor(String ending) {
    return switch (ending) {
      case "k" -> 1e3;
      case "M" -> 1e6;
      default -> 1;
    };
  }
}
