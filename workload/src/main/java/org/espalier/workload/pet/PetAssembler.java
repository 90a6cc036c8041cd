package org.espalier.workload.pet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.jspecify.annotations.Nullable;

/**
 * Makes a PET matrix of the impulses that a file gives: finds the step, checks the sums, notes what
 * was renormalised.
 */
final class PetAssembler {
  /** Lattice points of one cell, and of all together, that are still held in memory. */
  static final long MOST_POINTS = 1_000_000;

  static final long MOST_POINTS_IN_ALL = 20_000_000;

  private static final double SUM_TOLERANCE = 0.01;

  private final FileProblems problems;
  private final CellTable<Impulses> cells;
  private final long step;
  private final boolean hasOwnSteps;

  private int renormalised;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  private PetAssembler(
      FileProblems problems,
      CellTable<Impulses> cells,
      OptionalLong wantedStep,
      boolean hasOwnSteps) {
    this.hasOwnSteps = hasOwnSteps;
    this.problems = problems;
    this.cells = cells;
    this.step = wantedStep.orElseGet(() -> divisor(cells));
  }

  private static long divisor(CellTable<Impulses> cells) {
    long[] divisor = {0};
    cells.cells().forEach(cell -> divisor[0] = cell.divisor(divisor[0]));
    return Math.max(1, divisor[0]);
  }

  /**
   * The PET of cells, or empty if there are problems.
   *
   * @param wantedStep the base step in ticks; found from the times if empty
   * @param hasOwnSteps whether each cell has a step of its own, see {@link LatticeStep#doubled}
   */
  static Optional<Loaded<PetTable>> assemble(
      CellTable<Impulses> cells,
      Duration tick,
      OptionalLong wantedStep,
      boolean hasOwnSteps,
      FileProblems problems) {
    return new PetAssembler(problems, cells, wantedStep, hasOwnSteps).assemble(tick);
  }

  private long step(Impulses cell) {
    return hasOwnSteps ? LatticeStep.doubled(step, cell.divisor(0)) : step;
  }

  private Optional<Loaded<PetTable>> assemble(Duration tick) {
    cells.pairs().forEach(pair -> cells.at(pair).forEach((p, cell) -> check(pair, p, cell)));
    checkRows();
    checkSize();
    return problems.isEmpty()
        ? Optional.of(new Loaded<>(table(cells, tick, cell -> cell.pmf(step(cell))), notes()))
        : Optional.empty();
  }

  /** The PET of a table, in which a pair without cells cannot run. */
  static <T> PetTable table(CellTable<T> cells, Duration tick, Function<T, Pmf> pmf) {
    List<String> taskTypes = cells.taskTypes();
    List<String> machineTypes = cells.machineTypes();
    List<Integer> pStates = List.copyOf(cells.pStates().values());
    @Nullable Pmf[][][] pmfs = new Pmf[taskTypes.size()][machineTypes.size()][];
    for (int i = 0; i < pmfs.length; i++) {
      for (int j = 0; j < pmfs[i].length; j++) {
        Pmf[] byPState = new Pmf[pStates.get(j)];
        cells
            .at(new CellTable.Pair(taskTypes.get(i), machineTypes.get(j)))
            .forEach((p, cell) -> byPState[p] = pmf.apply(cell));
        pmfs[i][j] = byPState;
      }
    }
    return new PetTable(taskTypes, machineTypes, tick, PetMatrix.of(pmfs));
  }

  private void check(CellTable.Pair pair, int pState, Impulses cell) {
    String where = pState == 0 ? pair.toString() : "%s in P-state %s".formatted(pair, pState);
    double sum = cell.sum();
    if (cell.size() == 0) {
      problems.report(cell.line(), where, "", "cell is empty", "give its times and masses");
    } else if (!(sum > 0)) {
      problems.report(cell.line(), where, "", "masses sum to 0", "give a positive mass");
    } else if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      reportSum(cell, where, sum);
    } else if (cell.divisor(step) != step) {
      problems.report(
          cell.line(),
          where,
          "",
          "times are not all multiples of the step of %s ticks".formatted(step),
          "leave the step out to have it found from the times");
    } else if (cell.points(step(cell)) > MOST_POINTS) {
      reportSpan(cell, where);
    } else {
      keepSum(cell, sum);
    }
  }

  private void reportSum(Impulses cell, String where, double sum) {
    problems.report(
        cell.line(),
        where,
        Double.toString(sum),
        "masses sum to more than %s off 1".formatted(SUM_TOLERANCE),
        "correct the masses (is the file cut short?)");
  }

  private void reportSpan(Impulses cell, String where) {
    problems.report(
        cell.line(),
        where,
        "",
        String.format(
            Locale.ROOT,
            "times span %,d steps of %s ticks; at most %,d are held",
            cell.points(step(cell)),
            step(cell),
            MOST_POINTS),
        "use a coarser lattice of times");
  }

  private void keepSum(Impulses cell, double sum) {
    if (!cell.isNormal()) {
      renormalised++;
      least = Math.min(least, sum);
      greatest = Math.max(greatest, sum);
    }
  }

  private void checkRows() {
    Set<String> running = new HashSet<>();
    cells.pairs().stream()
        .filter(pair -> !cells.at(pair).isEmpty())
        .forEach(pair -> running.add(pair.taskType()));
    for (String name : cells.taskTypes()) {
      if (!running.contains(name)) {
        problems.report(0, name, "", "can run on no machine type", "give a cell in its row");
      }
    }
  }

  private void checkSize() {
    long points = cells.cells().mapToLong(cell -> cell.points(step(cell))).sum();
    if (problems.isEmpty() && points > MOST_POINTS_IN_ALL) {
      problems.report(
          String.format(
              Locale.ROOT,
              "the cells span %,d steps together; at most %,d are held",
              points,
              MOST_POINTS_IN_ALL),
          "use a coarser lattice of times");
    }
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (renormalised > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %d of %d cells renormalised; their masses summed to %.6f to %.6f",
              problems.file().getFileName(),
              renormalised,
              cells.cells().count(),
              least,
              greatest));
    }
    return notes;
  }
}
