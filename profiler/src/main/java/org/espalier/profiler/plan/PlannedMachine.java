package org.espalier.profiler.plan;

import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.probe.InstrumentSettings;

/**
 * A machine of a plan.
 *
 * @param place where it stands
 * @param name of its machine type
 * @param ssh how it is reached; this machine if empty
 * @param cores what the measured application is pinned to, and how much of the machine it gets
 * @param niceness of all that runs, 0 to 19
 * @param pStates frequencies in hertz, highest first; all that can be set if it names none; the
 *     frequency is left to the machine if empty
 * @param energyDemanded whether energy is asked of it by name, so that it has to be there
 */
public record PlannedMachine(
    Place place,
    String name,
    Optional<Ssh> ssh,
    Cores cores,
    int niceness,
    Optional<List<Long>> pStates,
    InstrumentSettings instruments,
    boolean energyDemanded) {

  /**
   * Cores by number.
   *
   * @param measured of the measured application; all if empty, if none {@code isChosen}
   * @param corunners of its co-runners; those that suit best if empty
   * @param isChosen whether the plan says them, or leaves them to us: all, or the first where
   *     anything runs beside
   */
  public record Cores(List<Integer> measured, List<Integer> corunners, boolean isChosen) {
    /** Copies the lists. */
  }
}
