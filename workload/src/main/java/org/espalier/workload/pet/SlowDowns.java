package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvTable;

/**
 * How much slower tasks are expected to be beside others than alone: CSV with columns {@code
 * task_type,machine_type,corunners,slow_down}. There is {@code p_state} where machine types have
 * several; other columns are ignored. Co-runners are joined by a plus sign, in whatever order. A
 * row without {@code slow_down} says nothing.
 */
final class SlowDowns {
  private static final String CORUNNERS = "corunners";
  private static final String SLOW_DOWN = "slow_down";
  private static final double MOST = 1e6;

  private final Map<Place, Factor> factors = new HashMap<>();

  /** Whose slow-down it is; co-runners are in the order of their names. */
  private record Place(CellTable.Pair pair, int pState, List<String> corunners) {}

  /** A slow-down and the line on which it stands. */
  private record Factor(double slowDown, int line) {}

  private SlowDowns() {}

  /** Reads a file; empty if there are problems. */
  static Optional<SlowDowns> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    SlowDowns read = new SlowDowns();
    new CsvTable(own, CellRow.columns(CORUNNERS, SLOW_DOWN), CellRow.P_STATE)
        .read(CellRow.each(read::readRow));
    if (read.factors.isEmpty() && own.isEmpty()) {
      own.report(0, SLOW_DOWN, "", "no row has a slow-down", "give at least one");
    }
    return own.isEmpty() ? Optional.of(read) : Optional.empty();
  }

  private void readRow(CellRow row) {
    List<String> corunners =
        Arrays.stream(row.get(CORUNNERS).split("\\+", -1)).map(String::strip).sorted().toList();
    if (corunners.contains("")) {
      row.report(CORUNNERS, "is no list of co-runners", "expected names joined by +");
    } else if (!row.get(SLOW_DOWN).isEmpty()) {
      row.number(
              SLOW_DOWN,
              factor -> factor > 0 && factor <= MOST,
              "is not a slow-down",
              "expected a number above 0, 1 if nothing is slower")
          .ifPresent(factor -> add(row, corunners, factor));
    }
  }

  private void add(CellRow row, List<String> corunners, double slowDown) {
    Place place = new Place(row.pair(), row.pState(), corunners);
    Factor before = factors.putIfAbsent(place, new Factor(slowDown, row.line()));
    if (before != null) {
      row.report(SLOW_DOWN, "is a second slow-down after line " + before.line(), "remove one");
    }
  }

  /**
   * The slow-down of a task type on a machine type beside others; empty if nothing is said of it.
   *
   * @param corunners in whatever order
   */
  OptionalDouble find(String taskType, String machineType, int pState, List<String> corunners) {
    CellTable.Pair pair = new CellTable.Pair(taskType, machineType);
    Factor found = factors.get(new Place(pair, pState, corunners.stream().sorted().toList()));
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found.slowDown());
  }
}
