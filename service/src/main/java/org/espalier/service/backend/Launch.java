package org.espalier.service.backend;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One execution of a task: a command to run on a machine.
 *
 * @param execution of which type, and where
 * @param command the argument vector; the first is the program. Empty where the task type has none,
 *     and for what is adopted
 * @param keepsOutput whether standard output and error are kept
 * @param invocation who waits for its answer; empty if nobody does, and where it is told to another
 *     process
 */
@JsonIgnoreProperties("invocation")
public record Launch(
    LaunchId id,
    Execution execution,
    List<String> command,
    boolean keepsOutput,
    LaunchLimits limits,
    Optional<Invocation> invocation) {
  public Launch {
    command = List.copyOf(command);
  }

  /** One for whose answer nobody waits. */
  public Launch(
      LaunchId id,
      Execution execution,
      List<String> command,
      boolean keepsOutput,
      LaunchLimits limits) {
    this(id, execution, command, keepsOutput, limits, Optional.empty());
  }

  /** One of no task type, with the limits of its machine. */
  public Launch(LaunchId id, String machine, List<String> command, boolean keepsOutput) {
    this(id, machine, command, keepsOutput, LaunchLimits.NONE);
  }

  /** One of no task type. */
  public Launch(
      LaunchId id, String machine, List<String> command, boolean keepsOutput, LaunchLimits limits) {
    this(id, new Execution("", machine, 0, Duration.ZERO), command, keepsOutput, limits);
  }

  /** Name of its machine. */
  public String machine() {
    return execution.machine();
  }
}
