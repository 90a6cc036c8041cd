package org.espalier.cli;

import java.time.Duration;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.document.Quantities;

/** The tick and step of a PET, for people. */
record PetLattice(PetMatrix matrix, Duration tick) {
  String tickText() {
    return Quantities.text(tick);
  }

  String stepText() {
    return Quantities.text(tick.multipliedBy(matrix.step()));
  }

  /** How many cells of a matrix have no PMF. */
  static long cellsThatCannotRun(PetMatrix matrix) {
    long count = 0;
    for (int i = 0; i < matrix.taskTypes(); i++) {
      for (int j = 0; j < matrix.machineTypes(); j++) {
        count += matrix.canRun(i, j) ? 0 : 1;
      }
    }
    return count;
  }
}
