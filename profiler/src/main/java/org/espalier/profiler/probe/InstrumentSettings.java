package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.EnergySource;

/**
 * What of a machine is to be measured, and how.
 *
 * @param energy where energy is read
 * @param powerCommand a command of the user that prints the power of the machine, in place of that:
 *     the first number with a unit of power behind it counts, as {@code 133 W}, {@code 133 Watts}
 *     or {@code 0.13 kW}; without such a unit the last number, as watts
 * @param idle for how long the power of the idle machine is measured first, to be subtracted from
 *     what is measured later; nothing is subtracted if empty
 * @param interval time from one sample of the user's power command to the next
 */
public record InstrumentSettings(
    EnergySource energy,
    Optional<List<String>> powerCommand,
    Optional<Duration> idle,
    Duration interval) {
  /** All that can be found, every second, nothing subtracted. */
  public static InstrumentSettings defaults() {
    return new InstrumentSettings(
        EnergySource.AUTOMATIC, Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
  }
}
