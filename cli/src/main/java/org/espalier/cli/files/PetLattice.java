package org.espalier.cli.files;

import java.time.Duration;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.document.Quantities;

/** The tick and step of a PET, for people. */
public record PetLattice(PetMatrix matrix, Duration tick) {
  public String tickText() {
    return Quantities.text(tick);
  }

  public String stepText() {
    return Quantities.text(tick.multipliedBy(matrix.step()));
  }

  /** How many cells of a matrix have no PMF. */
  public static long cellsThatCannotRun(PetMatrix matrix) {
    long count = 0;
    for (int i = 0; i < matrix.taskTypes(); i++) {
      for (int j = 0; j < matrix.machineTypes(); j++) {
        count += matrix.canRun(i, j) ? 0 : 1;
      }
    }
    return count;
  }
}
