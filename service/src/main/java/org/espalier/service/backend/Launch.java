package org.espalier.service.backend;

import java.util.List;
import java.util.Objects;

/**
 * A command to run on a machine.
 *
 * @param machine name of the machine
 * @param command the argument vector; the first is the program
 * @param keepsOutput whether standard output and error are kept
 */
public record Launch(
    LaunchId id, String machine, List<String> command, boolean keepsOutput, LaunchLimits limits) {
  public Launch {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(limits, "limits");
    command = List.copyOf(command);
    if (command.isEmpty()) {
      throw new IllegalArgumentException(
          "launch %s has no command; give at least a program".formatted(id));
    }
  }

  /** One with the limits of its machine. */
  public Launch(LaunchId id, String machine, List<String> command, boolean keepsOutput) {
    this(id, machine, command, keepsOutput, LaunchLimits.NONE);
  }
}
