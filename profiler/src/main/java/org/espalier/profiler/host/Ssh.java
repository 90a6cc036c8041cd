package org.espalier.profiler.host;

import java.util.List;
import org.espalier.core.model.Arguments;

/**
 * How another machine is reached.
 *
 * @param destination as ssh takes it: a name, {@code user@name}, or a host of the user's
 *     configuration
 * @param command the ssh program with options of the user, as {@code [ssh, -p, 2222]}
 */
public record Ssh(String destination, List<String> command) {
  /** Refuses a destination that ssh would take for an option. */
  public Ssh {
    Arguments.refuse(
        destination.isBlank() || destination.startsWith("-"),
        "'%s' is not a machine; expected as host or user@host",
        destination);
  }

  /** Reaches a machine by {@code ssh} as the user's configuration says. */
  public static Ssh to(String destination) {
    return new Ssh(destination, List.of("ssh"));
  }

  /** The same by another ssh command. */
  public Ssh by(List<String> other) {
    return new Ssh(destination, other);
  }
}
