package org.espalier.workload.pet;

import org.espalier.core.pmf.Pmf;

/**
 * A PET whose execution times are multiplied by a factor for each pair of task type and machine
 * type, in all P-states alike. A time that never varies is rounded to a lattice that changes it by
 * no more than 1 %, if ticks are so fine, and stays at least one tick; distributions keep their
 * mean, and are on a finer lattice where they would be shorter than its step.
 */
public final class ScaledPet {
  private ScaledPet() {}

  /** The times of a cell multiplied by a factor above 0. */
  public static Pmf of(Pmf times, double factor) {
    if (factor == 1 || times.impulses() > 1) {
      return OnLattice.scaled(times, factor);
    }
    double time = times.earliest() * factor;
    long step = OnLattice.stepFor(time, times.step());
    while (step > 1 && Math.abs(Math.rint(time / step) * step - time) > CellNotes.SAID * time) {
      step = OnLattice.finer(step);
    }
    return Pmf.at(Math.max(1, Math.round(time / step)) * step, step);
  }
}
