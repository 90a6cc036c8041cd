package org.espalier.workload.pet;

import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/** Makes times that are certain uncertain: gamma distributions with the same means. */
public final class SpreadPet {
  /** Lattice points in a standard deviation, at least. */
  private static final int POINTS = 4;

  private SpreadPet() {}

  /**
   * A PET whose means are those of another. The step of a cell is a power of two.
   *
   * @param cov the coefficient of variation of every cell, up to 1; 0 for the PET as it is
   */
  public static PetMatrix of(PetMatrix pet, double cov) {
    if (cov == 0) {
      return pet;
    }
    @Nullable Pmf[][][] cells = new Pmf[pet.taskTypes()][pet.machineTypes()][];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        cells[i][j] = new Pmf[pet.pStates(j)];
        for (int p = 0; pet.canRun(i, j) && p < cells[i][j].length; p++) {
          double mean = pet.get(i, j, p).mean();
          long points = (long) (cov * mean / POINTS);
          long step = Math.max(1, Long.highestOneBit(points));
          cells[i][j][p] = OnLattice.gamma(mean, cov * mean, step);
        }
      }
    }
    return PetMatrix.of(cells);
  }
}
