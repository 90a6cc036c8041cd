package org.espalier.profiler.sample;

import java.util.OptionalDouble;

/**
 * What hardware counters, or a simulated cache, counted of a run.
 *
 * @param instructions instructions executed
 * @param llcMisses misses in the last-level cache
 * @param countedShare share of the time in which the counters counted; empty without counters
 * @param simulated whether they come from a simulated cache
 */
public record Counts(
    OptionalDouble instructions,
    OptionalDouble llcMisses,
    OptionalDouble countedShare,
    boolean simulated) {
  /** Nothing was counted. */
  public static final Counts NONE =
      new Counts(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), false);

  /** Those of a simulated cache. */
  public static Counts simulated(double instructions, double llcMisses) {
    return new Counts(
        OptionalDouble.of(instructions),
        OptionalDouble.of(llcMisses),
        OptionalDouble.empty(),
        true);
  }

  /** Last-level misses per instruction; empty if either was not counted. */
  public OptionalDouble intensity() {
    return llcMisses.isPresent() && instructions.orElse(0) > 0
        ? OptionalDouble.of(llcMisses.getAsDouble() / instructions.getAsDouble())
        : OptionalDouble.empty();
  }
}
