package org.espalier.workload.pet;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.FileProblems;
import org.jspecify.annotations.Nullable;

/** Makes a PET matrix of histograms, one of the samples of each cell. */
final class Histograms {
  private Histograms() {}

  /** The matrix, or empty if the histograms would be too large. */
  static Optional<PetMatrix> matrix(
      CellTable<PStateSamples> table, OptionalLong wantedStep, FileProblems problems) {
    List<Samples> cells = table.cells().stream().flatMap(PStateSamples::all).toList();
    long step = wantedStep.orElseGet(() -> LatticeStep.of(cells));
    long greatest = cells.stream().mapToLong(cell -> cell.points(step)).max().orElse(0);
    double all = cells.stream().mapToDouble(cell -> cell.points(step)).sum();
    if (greatest > PetAssembler.MOST_POINTS || all > PetAssembler.MOST_POINTS_IN_ALL) {
      problems.report(
          0,
          "",
          "",
          "with a step of %d ticks a histogram has %,d points, all %,.0f"
              .formatted(step, greatest, all),
          "use a longer step");
      return Optional.empty();
    }
    return Optional.of(matrix(table, step));
  }

  private static PetMatrix matrix(CellTable<PStateSamples> table, long step) {
    List<String> rows = table.rowNames();
    List<String> columns = table.columnNames();
    int[] pStates = table.columnNames().stream().mapToInt(name -> pStates(table, name)).toArray();
    @Nullable Pmf[][][] pmfs = new Pmf[rows.size()][columns.size()][];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        pmfs[i][j] = new Pmf[pStates[j]];
        fill(pmfs[i][j], table.at(i, j), step);
      }
    }
    return PetMatrix.of(pmfs);
  }

  /** Puts in the histogram of each P-state, unless a type cannot run. */
  private static void fill(@Nullable Pmf[] pmfs, @Nullable PStateSamples cell, long step) {
    for (int p = 0; cell != null && p < pmfs.length; p++) {
      pmfs[p] = cell.at(p).histogram(step);
    }
  }

  /** How many P-states a machine type has: of all its cells the most. */
  static int pStates(CellTable<PStateSamples> table, String machineType) {
    return table.rowNames().stream()
        .flatMap(taskType -> table.find(taskType, machineType).stream())
        .mapToInt(PStateSamples::pStates)
        .max()
        .orElse(1);
  }
}
