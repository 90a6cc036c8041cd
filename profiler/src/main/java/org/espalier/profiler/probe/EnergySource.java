package org.espalier.profiler.probe;

import java.util.List;

/** Where the energy of a machine is read. */
public sealed interface EnergySource {

  /** Sources that need no more than their name. */
  enum Known implements EnergySource {
    /** RAPL where it can be read, else the power events of {@code perf}, else none. */
    AUTOMATIC,
    /** The counters of packages and memory under {@code /sys/class/powercap}. */
    RAPL,
    /** The counter of the whole platform, psys, under {@code /sys/class/powercap}. */
    PSYS,
    /** The power events of {@code perf}. */
    PERF,
    /** None: energy is not measured. */
    NONE
  }

  /**
   * A command of the user that prints the power of the machine: the first number with a unit of
   * power behind it counts, as {@code 133 W}, {@code 133 Watts} or {@code 0.13 kW}; without such a
   * unit the last number, as watts.
   *
   * @param words the program and its arguments; no shell splits or expands them
   */
  record PowerCommand(List<String> words) implements EnergySource {
    /** Refuses a command without a program. */
    public PowerCommand {
      words = List.copyOf(words);
      if (words.isEmpty() || words.getFirst().isBlank()) {
        throw new IllegalArgumentException("the power command is empty; expected a program");
      }
    }

    /** A command line that {@code sh} reads. */
    public static PowerCommand ofShell(String line) {
      if (line.isBlank()) {
        throw new IllegalArgumentException("the power command is empty; expected a command");
      }
      return new PowerCommand(List.of("sh", "-c", line));
    }
  }
}
