package org.espalier.workload.pet;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;

/** Makes a PET of histograms, one of the samples of each cell. */
final class Histograms {
  private Histograms() {}

  /** The PET, or empty if the histograms would be too large. */
  static Optional<PetTable> pet(
      CellTable<Samples> table, Duration tick, OptionalLong wantedStep, FileProblems problems) {
    List<Samples> cells = table.cells().toList();
    long step = wantedStep.orElseGet(() -> LatticeStep.of(cells));
    long greatest = cells.stream().mapToLong(cell -> cell.points(step)).max().orElse(0);
    double all = cells.stream().mapToDouble(cell -> cell.points(step)).sum();
    if (greatest > PetAssembler.MOST_POINTS || all > PetAssembler.MOST_POINTS_IN_ALL) {
      problems.report(
          0,
          "",
          "",
          String.format(
              Locale.ROOT,
              "with a step of %s ticks a histogram has %,d points, all %,.0f",
              step,
              greatest,
              all),
          "use a longer step");
      return Optional.empty();
    }
    return Optional.of(PetAssembler.table(table, tick, samples -> samples.histogram(step)));
  }
}
