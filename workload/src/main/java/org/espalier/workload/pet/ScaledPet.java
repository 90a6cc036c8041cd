package org.espalier.workload.pet;

import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * A PET whose execution times are multiplied by a factor for each pair of task type and machine
 * type, in all P-states alike. A time that never varies is rounded to a lattice that changes it by
 * no more than 1 %, if ticks are so fine, and stays at least one tick; distributions keep their
 * mean, and are on a finer lattice where they would be shorter than its step.
 */
public final class ScaledPet {
  private ScaledPet() {}

  /**
   * The PET with other times.
   *
   * @param factors [taskType][machineType], above 0 where the type can run
   */
  public static PetMatrix of(PetMatrix pet, double[][] factors) {
    @Nullable Pmf[][][] cells = new Pmf[pet.taskTypes()][pet.machineTypes()][];
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < pet.machineTypes(); j++) {
        cells[i][j] = new Pmf[pet.pStates(j)];
        for (int p = 0; pet.canRun(i, j) && p < pet.pStates(j); p++) {
          cells[i][j][p] = scaled(pet.get(i, j, p), factors[i][j]);
        }
      }
    }
    return PetMatrix.of(cells);
  }

  private static Pmf scaled(Pmf times, double factor) {
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
