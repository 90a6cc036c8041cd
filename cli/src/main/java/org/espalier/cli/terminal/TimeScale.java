package org.espalier.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/**
 * Turns ticks into numbers of one unit that suits the greatest of them.
 *
 * @param unit its name
 * @param perTick units in a tick
 * @param decimals digits after the point
 */
public record TimeScale(String unit, double perTick, int decimals) {
  /** The unit that suits times up to a greatest one. */
  public static TimeScale of(Duration tick, double greatestTicks) {
    double nanos = greatestTicks * tick.toNanos();
    double perUnit = nanos >= 1e9 ? 1e9 : nanos >= 1e6 ? 1e6 : nanos >= 1e3 ? 1e3 : 1;
    String name = perUnit == 1e9 ? "s" : perUnit == 1e6 ? "ms" : perUnit == 1e3 ? "us" : "ns";
    double greatest = nanos / perUnit;
    int decimals = perUnit == 1 ? 0 : greatest >= 100 ? 1 : greatest >= 10 ? 2 : 3;
    return new TimeScale(name, tick.toNanos() / perUnit, decimals);
  }

  /** A time of so many ticks, without the unit. */
  public String text(double ticks) {
    return String.format(Locale.ROOT, "%." + decimals + "f", ticks * perTick);
  }
}
