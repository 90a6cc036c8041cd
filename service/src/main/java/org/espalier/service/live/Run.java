package org.espalier.service.live;

import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;

/**
 * Where a task was mapped, and its execution there.
 *
 * @param machine name of the machine
 * @param pState the P-state that it is to execute in there
 * @param chance chance of success when it was mapped, in [0, 1]; NaN where the policy knows none
 * @param start when it started to execute, in ticks, or {@link #NOT_STARTED}, or {@link #AHEAD}
 * @param served as which poorer version; empty in full
 * @param stopping with which fate it leaves when its machine tells that it is stopped; empty if it
 *     is not being stopped
 */
public record Run(
    String machine,
    int pState,
    double chance,
    long start,
    Optional<Served> served,
    Optional<Fate> stopping) {
  /** The start of a task that waits in a machine queue. */
  public static final long NOT_STARTED = -1;

  /** The start of a task that was handed over ahead, and begins when what runs there is over. */
  public static final long AHEAD = -2;

  public Run {
    chance = Math.min(1, chance); // sums are rounded
  }

  /** One in full that is not being stopped. */
  public Run(String machine, int pState, double chance, long start) {
    this(machine, pState, chance, start, Optional.empty(), Optional.empty());
  }

  /**
   * Whether its fate tells something of its chance of success: there is one, and neither its
   * command nor a user ended it.
   */
  public boolean isJudgedBy(Fate fate) {
    return !Double.isNaN(chance) && fate != Fate.CANCELLED && fate != Fate.FAILED;
  }

  /** The same with another chance of success, not being stopped. */
  Run predicted(double other) {
    return new Run(machine, pState, other, start, served, Optional.empty());
  }

  /** The same, executing since then and not being stopped. */
  Run started(long time) {
    return new Run(machine, pState, chance, time, served, Optional.empty());
  }

  /** The same, as a poorer version. */
  Run as(Served version) {
    return new Run(machine, pState, chance, start, Optional.of(version), stopping);
  }

  /** The same, being stopped with a fate. */
  Run stopping(Fate fate) {
    return new Run(machine, pState, chance, start, served, Optional.of(fate));
  }

  /** Whether it has started to execute. */
  public boolean hasStarted() {
    return start != NOT_STARTED && start != AHEAD;
  }
}
