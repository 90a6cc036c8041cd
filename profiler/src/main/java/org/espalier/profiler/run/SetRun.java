package org.espalier.profiler.run;

import java.util.List;
import java.util.OptionalInt;

/**
 * A co-location set of which each member ran once, from a start in common (DISSERTATION table 8.5).
 *
 * @param machineType name of the machine type
 * @param pState index of the P-state, 0 the fastest; empty where the machine was left as it is
 * @param members task types in order of their names; a single one if it ran alone
 * @param seconds until the last had ended
 * @param energyJoules until the last had ended
 * @param startedMillis when they began, milliseconds since 1970
 */
public record SetRun(
    String machineType,
    OptionalInt pState,
    List<String> members,
    double seconds,
    double energyJoules,
    long startedMillis) {
  /** Puts the members in order. */
  public SetRun {
    members = members.stream().sorted().toList();
  }
}
