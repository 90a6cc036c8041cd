package org.espalier.profiler.host;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a command took of its machine. What the machine cannot tell is empty.
 *
 * @param userSeconds processor time in the program, with that of the processes it waited for
 * @param systemSeconds processor time in the kernel
 * @param peakMemoryBytes the most memory that one of its processes had resident
 * @param voluntarySwitches how often it waited and another ran
 * @param involuntarySwitches how often another was run in its place
 */
public record Resources(
    OptionalDouble userSeconds,
    OptionalDouble systemSeconds,
    OptionalLong peakMemoryBytes,
    OptionalLong voluntarySwitches,
    OptionalLong involuntarySwitches) {
  /** Nothing is known. */
  public static final Resources UNKNOWN =
      new Resources(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** Processor time, of which what is unknown counts as nothing. */
  public double processorSeconds() {
    return userSeconds.orElse(0) + systemSeconds.orElse(0);
  }
}
