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
      CellTable<Samples> table, OptionalLong wantedStep, FileProblems problems) {
    long step = wantedStep.orElseGet(() -> LatticeStep.of(table.cells()));
    long greatest = table.cells().stream().mapToLong(cell -> cell.points(step)).max().orElse(0);
    double all = table.cells().stream().mapToDouble(cell -> cell.points(step)).sum();
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

  private static PetMatrix matrix(CellTable<Samples> table, long step) {
    List<String> rows = table.rowNames();
    List<String> columns = table.columnNames();
    @Nullable Pmf[][] pmfs = new Pmf[rows.size()][columns.size()];
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        Samples cell = table.at(i, j);
        if (cell != null) {
          pmfs[i][j] = cell.histogram(step);
        }
      }
    }
    return PetMatrix.of(pmfs);
  }
}
