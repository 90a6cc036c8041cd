package org.espalier.core.allocation.journal;

import java.util.OptionalDouble;

/**
 * How far a system is oversubscribed, as the pruner of a policy measures it (JOURNAL 5.4).
 *
 * @param level oversubscription level (JOURNAL eq. 11) after the last mapping event
 * @param droppingEngaged whether mapped tasks were dropped in that event
 * @param on level at which dropping engages; empty where the level does not decide
 * @param off level at which it stops; empty where the level does not decide
 */
public record Oversubscription(
    double level, boolean droppingEngaged, OptionalDouble on, OptionalDouble off) {
  /** This with the higher of two levels, and with dropping engaged if it was in one of them. */
  public Oversubscription peak(Oversubscription earlier) {
    return new Oversubscription(
        Math.max(level, earlier.level), droppingEngaged || earlier.droppingEngaged, on, off);
  }
}
