package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
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

  private final FileProblems problems;
  private final OptionalLong wantedStep;
  private final double sumTolerance;
  private final IntFunction<String> rowName;
  private final IntFunction<String> columnName;

  private int renormalised;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  PetAssembler(
      FileProblems problems,
      OptionalLong wantedStep,
      double sumTolerance,
      IntFunction<String> rowName,
      IntFunction<String> columnName) {
    this.problems = problems;
    this.wantedStep = wantedStep;
    this.sumTolerance = sumTolerance;
    this.rowName = rowName;
    this.columnName = columnName;
  }

  /** The matrix of machine types with one P-state, or empty if there are problems. */
  Optional<Loaded<PetMatrix>> assemble(@Nullable Impulses[][] pairs) {
    @Nullable Impulses[][][] cells = new Impulses[pairs.length][][];
    for (int i = 0; i < pairs.length; i++) {
      cells[i] = new Impulses[pairs[i].length][];
      for (int j = 0; j < pairs[i].length; j++) {
        cells[i][j] = new Impulses[] {pairs[i][j]};
      }
    }
    return assemble(cells);
  }

  /**
   * The matrix, or empty if there are problems.
   *
   * @param cells [taskType][machineType][pState]; null where a type cannot run
   */
  Optional<Loaded<PetMatrix>> assemble(@Nullable Impulses[][][] cells) {
    long step = step(cells);
    forEach(cells, (place, cell) -> check(place, cell, step));
    checkRows(cells);
    checkSize(cells, step);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Loaded<>(PetMatrix.of(pmfs(cells, step)), notes(cells)));
  }

  private static @Nullable Pmf[][][] pmfs(@Nullable Impulses[][][] cells, long step) {
    @Nullable Pmf[][][] pmfs = new Pmf[cells.length][][];
    for (int i = 0; i < cells.length; i++) {
      pmfs[i] = new Pmf[cells[i].length][];
      for (int j = 0; j < cells[i].length; j++) {
        pmfs[i][j] = new Pmf[cells[i][j].length];
      }
    }
    forEach(cells, (place, cell) -> pmfs[place.row][place.column][place.pState] = cell.pmf(step));
    return pmfs;
  }

  /** Where a cell stands. */
  private record Place(int row, int column, int pState) {}

  private static void forEach(@Nullable Impulses[][][] cells, BiConsumer<Place, Impulses> action) {
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        for (int p = 0; p < cells[i][j].length; p++) {
          Impulses cell = cells[i][j][p];
          if (cell != null) {
            action.accept(new Place(i, j, p), cell);
          }
        }
      }
    }
  }

  private String name(Place place) {
    String pair = "%s, %s".formatted(rowName.apply(place.row), columnName.apply(place.column));
    return place.pState == 0 ? pair : "%s, P-state %d".formatted(pair, place.pState);
  }

  private long step(@Nullable Impulses[][][] cells) {
    if (wantedStep.isPresent()) {
      return wantedStep.getAsLong();
    }
    long[] divisor = {0};
    forEach(cells, (place, cell) -> divisor[0] = cell.divisor(divisor[0]));
    return Math.max(1, divisor[0]);
  }

  private void check(Place place, Impulses cell, long step) {
    String where = name(place);
    double sum = cell.sum();
    if (cell.size() == 0) {
      problems.report(cell.line(), where, "", "cell is empty", "give its times and masses");
    } else if (!(sum > 0)) {
      problems.report(cell.line(), where, "", "masses sum to 0", "give a positive mass");
    } else if (Math.abs(sum - 1) > sumTolerance) {
      reportSum(cell, where, sum);
    } else if (cell.divisor(step) != step) {
      problems.report(
          cell.line(),
          where,
          "",
          "times are not all multiples of the step of %d ticks".formatted(step),
          "leave the step out to have it found from the times");
    } else if (cell.points(step) > MOST_POINTS) {
      reportSpan(cell, where, step);
    } else {
      keepSum(cell, sum);
    }
  }

  private void reportSum(Impulses cell, String where, double sum) {
    problems.report(
        cell.line(),
        where,
        Double.toString(sum),
        "masses sum to more than %s off 1".formatted(sumTolerance),
        "correct the masses (is the file cut short?), or allow a greater difference");
  }

  private void reportSpan(Impulses cell, String where, long step) {
    problems.report(
        cell.line(),
        where,
        "",
        "times span %,d steps of %d ticks; at most %,d are held"
            .formatted(cell.points(step), step, MOST_POINTS),
        "use a coarser lattice of times");
  }

  private void keepSum(Impulses cell, double sum) {
    if (!cell.isNormal()) {
      renormalised++;
      least = Math.min(least, sum);
      greatest = Math.max(greatest, sum);
    }
  }

  private void checkRows(@Nullable Impulses[][][] cells) {
    for (int i = 0; i < cells.length; i++) {
      boolean runsSomewhere = false;
      for (@Nullable Impulses[] pair : cells[i]) {
        runsSomewhere |= Arrays.stream(pair).anyMatch(Objects::nonNull);
      }
      if (!runsSomewhere) {
        problems.report(
            0, rowName.apply(i), "", "can run on no machine type", "give a cell in its row");
      }
    }
  }

  private void checkSize(@Nullable Impulses[][][] cells, long step) {
    long[] points = {0};
    forEach(cells, (place, cell) -> points[0] += cell.points(step));
    if (problems.isEmpty() && points[0] > MOST_POINTS_IN_ALL) {
      problems.report(
          0,
          "",
          "",
          "the cells span %,d steps together; at most %,d are held"
              .formatted(points[0], MOST_POINTS_IN_ALL),
          "use a coarser lattice of times");
    }
  }

  private List<String> notes(@Nullable Impulses[][][] cells) {
    List<String> notes = new ArrayList<>();
    if (renormalised > 0) {
      long[] all = {0};
      forEach(cells, (place, cell) -> all[0]++);
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %d of %d cells renormalised; their masses summed to %.6f to %.6f",
              problems.file().getFileName(),
              renormalised,
              all[0],
              least,
              greatest));
    }
    return notes;
  }
}
