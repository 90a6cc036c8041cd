package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The machines that are away. It outlives a step that is undone, since they are away all the same.
 * Used by the scheduler's thread.
 */
final class Absences {
  private final Map<String, Absence> absences = new HashMap<>();

  /**
   * One of them.
   *
   * @param since in ticks
   */
  record Absence(String why, long since) {}

  /** A machine is away, since now if it was not before. */
  void began(String machine, String why, long now) {
    absences.merge(machine, new Absence(why, now), (old, _) -> new Absence(why, old.since()));
  }

  /** A machine is there. */
  void ended(String machine) {
    absences.remove(machine);
  }

  Optional<Absence> find(String machine) {
    return Optional.ofNullable(absences.get(machine));
  }

  boolean isAway(String machine) {
    return absences.containsKey(machine);
  }
}
