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
 * @param atSeconds when an interval ended, of output in intervals; else 0
 */
record PerfLine(
    String event,
    boolean userMode,
    OptionalDouble value,
    boolean supported,
    double share,
    double atSeconds) {
  /** Between columns. A comma may be in the name of an event, or in a number of some locales. */
  static final String SEPARATOR = ";";

  private static final int SHARE = 4;

  /** Reads the lines of events; others, as those of comments and of metrics, are left out. */
  static List<PerfLine> parse(String text) {
    return text.lines().flatMap(line -> parseLine(line, false).stream()).toList();
  }

  /** Reads the lines of output in intervals, which begin with a time. */
  static List<PerfLine> parseIntervals(String text) {
    return text.lines().flatMap(line -> parseLine(line, true).stream()).toList();
  }

  private static Optional<PerfLine> parseLine(String line, boolean interval) {
    String[] all = line.split(SEPARATOR, -1);
    int skipped = interval ? 1 : 0;
    if (all.length <= SHARE + skipped || line.startsWith("#")) {
      return Optional.empty();
    }
    OptionalDouble at = interval ? number(all[0]) : OptionalDouble.of(0);
    String name = all[2 + skipped];
    if (name.isBlank() || at.isEmpty()) {
      return Optional.empty();
    }
    OptionalDouble count = number(all[skipped]);
    double perSecond = perSecond(all[1 + skipped], plain(name));
    return Optional.of(
        new PerfLine(
            plain(name),
            isUserMode(name),
            count.isPresent() ? OptionalDouble.of(count.getAsDouble() / perSecond) : count,
            !all[skipped].contains("not supported"),
            Math.clamp(number(all[SHARE + skipped]).orElse(100) / 100, 0, 1),
            at.getAsDouble()));
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
