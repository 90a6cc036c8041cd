package org.espalier.profiler.probe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A line that {@code perf stat -x} wrote: what one event came to.
 *
 * @param event its name without the names of units around it and without modifiers
 * @param userMode whether only what happened in user mode was counted
 * @param value what was counted, times counting in seconds; empty if it was not counted
 * @param supported whether the machine can count it
 * @param share the share of the time in which it was counted; {@code perf} extrapolates the value
 *     to the whole time itself
 */
record PerfLine(
    String event, boolean userMode, OptionalDouble value, boolean supported, double share) {
  /** Between columns. A comma may be in the name of an event, or in a number of some locales. */
  static final String SEPARATOR = ";";

  private static final int SHARE = 4;

  /** Reads the lines of events; others, as those of comments and of metrics, are left out. */
  static List<PerfLine> parse(String text) {
    return text.lines().flatMap(line -> parseLine(line).stream()).toList();
  }

  private static Optional<PerfLine> parseLine(String line) {
    String[] all = line.split(SEPARATOR, -1);
    if (all.length <= SHARE || line.startsWith("#") || all[2].isBlank()) {
      return Optional.empty();
    }
    String name = all[2];
    OptionalDouble count = number(all[0]);
    double perSecond = perSecond(all[1], plain(name));
    return Optional.of(
        new PerfLine(
            plain(name),
            isUserMode(name),
            count.isPresent() ? OptionalDouble.of(count.getAsDouble() / perSecond) : count,
            !all[0].contains("not supported"),
            Math.clamp(number(all[SHARE]).orElse(100) / 100, 0, 1)));
  }

  private static OptionalDouble number(String text) {
    try {
      double number = Double.parseDouble(text.strip().replace(',', '.'));
      return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static double perSecond(String unit, String event) {
    return switch (unit.strip()) {
      case "ns" -> 1e9;
      case "usec" -> 1e6;
      case "msec" -> 1e3;
      case "" -> event.endsWith("_time") ? 1e9 : 1;
      default -> 1;
    };
  }

  /** Returns {@code instructions} of {@code cpu_core/instructions/u} and {@code instructions:u}. */
  private static String plain(String name) {
    int slash = name.indexOf('/');
    int last = name.lastIndexOf('/');
    if (slash > 0 && last > slash) {
      return name.substring(slash + 1, last);
    }
    int colon = name.indexOf(':');
    return colon > 0 ? name.substring(0, colon) : name;
  }

  private static boolean isUserMode(String name) {
    String modifiers = name.substring(Math.max(name.lastIndexOf('/'), name.indexOf(':')) + 1);
    return !modifiers.equals(name) && modifiers.contains("u") && !modifiers.contains("k");
  }
}
