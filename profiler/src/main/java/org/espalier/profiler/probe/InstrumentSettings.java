package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.Optional;

/**
 * What of a machine is to be measured, and how.
 *
 * @param energy where energy is read
 * @param idle for how long the power of the idle machine is measured first, to be subtracted from
 *     what is measured later; nothing is subtracted if empty
 * @param interval time from one sample of the user's power command to the next
 */
public record InstrumentSettings(EnergySource energy, Optional<Duration> idle, Duration interval) {

  /** Refuses times that are not positive. */
  public InstrumentSettings {
    requirePositive("the time between two samples", interval);
    idle.ifPresent(time -> requirePositive("the time for which idle power is measured", time));
  }

  /** All that can be found, every second, nothing subtracted. */
  public static InstrumentSettings defaults() {
    return new InstrumentSettings(
        EnergySource.Known.AUTOMATIC, Optional.empty(), Duration.ofSeconds(1));
  }

  /** The same with energy from another source. */
  public InstrumentSettings from(EnergySource source) {
    return new InstrumentSettings(source, idle, interval);
  }

  /** The same, less the idle power, measured for some time. */
  public InstrumentSettings aboveIdle(Duration time) {
    return new InstrumentSettings(energy, Optional.of(time), interval);
  }

  /** The same with other times between samples. */
  public InstrumentSettings every(Duration time) {
    return new InstrumentSettings(energy, idle, time);
  }

  private static void requirePositive(String what, Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException(
          "%s is %s; expected more than nothing".formatted(what, time));
    }
  }
}
