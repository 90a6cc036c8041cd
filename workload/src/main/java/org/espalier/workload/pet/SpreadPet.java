package org.espalier.workload.pet;

import org.espalier.core.model.PetMatrix;

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
    return pet.map((i, j, p) -> {
      double mean = pet.get(i, j, p).mean();
      long points = (long) (cov * mean / POINTS);
      return OnLattice.gamma(mean, cov * mean, Math.max(1, Long.highestOneBit(points)));
    });
  }
}
