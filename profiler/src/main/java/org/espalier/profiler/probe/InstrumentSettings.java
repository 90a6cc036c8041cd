package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.EnergySource;
import org.espalier.workload.document.Arguments;

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
  /** Refuses times that are not positive, and a command without a program. */
  public InstrumentSettings {
    powerCommand = powerCommand.map(List::copyOf);
    Arguments.refuse(
        powerCommand.filter(words -> words.isEmpty() || words.getFirst().isBlank()).isPresent(),
        "the power command is empty; expected a program");
    requirePositive("the time between two samples", interval);
    idle.ifPresent(time -> requirePositive("the time for which idle power is measured", time));
  }

  /** All that can be found, every second, nothing subtracted. */
  public static InstrumentSettings defaults() {
    return new InstrumentSettings(
        EnergySource.AUTOMATIC, Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
  }

  /** The same with energy from another source. */
  public InstrumentSettings from(EnergySource source) {
    return new InstrumentSettings(source, powerCommand, idle, interval);
  }

  /** The same with energy by a command of the user. */
  public InstrumentSettings by(List<String> command) {
    return new InstrumentSettings(energy, Optional.of(command), idle, interval);
  }

  /** The same, less the idle power, measured for some time. */
  public InstrumentSettings aboveIdle(Duration time) {
    return new InstrumentSettings(energy, powerCommand, Optional.of(time), interval);
  }

  /** The same with other times between samples. */
  public InstrumentSettings every(Duration time) {
    return new InstrumentSettings(energy, powerCommand, idle, time);
  }

  private static void requirePositive(String what, Duration time) {
    Arguments.refuse(!time.isPositive(), "%s is %s; expected more than nothing", what, time);
  }
}
