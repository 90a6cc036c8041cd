package org.espalier.analysis.study;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * Allocations as CSV: a row for each task with its machine, P-state and start. The tables of traced
 * tasks that studies of policies write are such files. A task without a start is not executed, nor
 * is one with a fate that did not complete.
 */
public final class AllocationFiles {
  private static final String TASK = "task";
  private static final String MACHINE = "machine";
  private static final String P_STATE = "p_state";
  private static final String START = "start_s";
  private static final List<String> COLUMNS = List.of(TASK, MACHINE, P_STATE, START);
  private static final List<String> OUTCOME_COLUMNS =
      List.of(
          TASK, "task_type", "arrival_s", MACHINE, P_STATE, START, "exit_s", "utility", "energy_j");
  private static final String FATE = "fate";
  private static final Set<String> COMPLETED = Set.of("on-time", "late");
  private static final Set<String> FATES = Names.words(Fate.class).keySet();
  private static final MathContext DIGITS = new MathContext(12);

  private final FileProblems problems;
  private final StaticProblem problem;
  private final Map<String, Integer> machines = new HashMap<>();
  private final int[] placements;
  private final double[] starts;
  private final boolean[] seen;

  private AllocationFiles(FileProblems problems, StaticProblem problem) {
    this.problems = problems;
    this.problem = problem;
    problem.system().machines().forEach(machine -> machines.put(machine.name(), machine.id()));
    this.placements = new int[problem.tasks()];
    this.starts = new double[problem.tasks()];
    this.seen = new boolean[problem.tasks()];
  }

  /** Reads an allocation of a problem; empty if anything is wrong with the file. */
  public static Optional<Allocation> read(Path file, StaticProblem problem, Problems problems) {
    FileProblems own = problems.in(file);
    return new AllocationFiles(own, problem).read();
  }

  private Optional<Allocation> read() {
    Arrays.fill(placements, Allocation.NOT_EXECUTED);
    Arrays.fill(starts, Double.POSITIVE_INFINITY);
    new CsvTable(problems, COLUMNS, FATE).read(this::readRow);
    if (problems.isEmpty()) {
      checkComplete();
    }
    return problems.isEmpty() ? Optional.of(allocation()) : Optional.empty();
  }

  /** Tasks of a trace that have not left at its end are in no row: they are not executed. */
  private void checkComplete() {
    for (int task = 0; task < placements.length && !problem.mayDrop(); task++) {
      if (placements[task] == Allocation.NOT_EXECUTED) {
        problems.report(
            "task %s is not executed, and without a utility threshold all tasks are"
                .formatted(task),
            "give a utility_threshold above 0, or an allocation of all tasks");
        return;
      }
    }
  }

  private Allocation allocation() {
    Integer[] byStart = new Integer[placements.length];
    Arrays.setAll(byStart, task -> task);
    Arrays.sort(byStart, Comparator.comparingDouble((Integer task) -> starts[task]));
    int[] orders = new int[placements.length];
    for (int place = 0; place < orders.length; place++) {
      orders[byStart[place]] = place;
    }
    return Allocation.of(placements, orders);
  }

  private void readRow(CsvRow row) {
    Optional<Integer> task = wholeNumber(row, TASK, placements.length - 1);
    if (row.has(FATE) && !FATES.contains(row.get(FATE))) {
      row.report(FATE, "is not how a task leaves", Names.remedy(row.get(FATE), FATES));
    }
    boolean started = !row.get(MACHINE).isEmpty() && !row.get(START).isEmpty();
    boolean completed = started && (!row.has(FATE) || COMPLETED.contains(row.get(FATE)));
    if (task.isPresent() && seen[task.get()]) {
      row.report(TASK, "stands twice", "leave one of its rows");
    } else if (task.isPresent() && completed) {
      readExecuted(row, task.get());
    }
    task.ifPresent(found -> seen[found] = true);
  }

  private void readExecuted(CsvRow row, int task) {
    Integer machine = machines.get(row.get(MACHINE));
    if (machine == null) {
      row.report(
          MACHINE,
          "unknown machine",
          Names.remedy(row.get(MACHINE), machines.keySet().stream().sorted().toList()));
      return;
    }
    HcSystem system = problem.system();
    int pStates = system.machines().get(machine).type().pStates().size();
    Optional<Integer> pState = wholeNumber(row, P_STATE, pStates - 1);
    OptionalDouble start =
        row.number(START, seconds -> true, "is not a time in seconds", "expected a number");
    if (pState.isPresent() && start.isPresent()) {
      int placement = problem.firstPlacement(machine) + pState.get();
      if (problem.canRun(problem.type(task), problem.modeOf(placement))) {
        placements[task] = placement;
        starts[task] = start.getAsDouble();
      } else {
        String type = system.taskTypes().get(problem.type(task)).name();
        row.report(MACHINE, "cannot run task type " + type, "give an allocation of this system");
      }
    }
  }

  private static Optional<Integer> wholeNumber(CsvRow row, String column, int most) {
    String expected = "expected a whole number from 0 to " + most;
    return Numbers.whole(row.get(column), 0, most)
        .map(Long::intValue)
        .or(() -> row.report(column, "does not fit", expected));
  }

  /** Writes an allocation with what comes of each task; an existing file is replaced. */
  public static void write(Path file, StaticProblem problem, Allocation allocation)
      throws IOException {
    AllocationOutcome outcome = AllocationOutcome.of(problem, allocation);
    CsvFile.write(
        file,
        OUTCOME_COLUMNS,
        IntStream.range(0, problem.tasks())
            .mapToObj(task -> row(problem, allocation, outcome, task)));
  }

  /**
   * Writes which machine executes which task in which order, and no more. Places in the order stand
   * for starts, and tasks that would be dropped have theirs too.
   */
  public static void writeOrder(Path file, StaticProblem problem, Allocation allocation)
      throws IOException {
    int[] sequence = allocation.sequence();
    CsvFile.write(
        file,
        COLUMNS,
        IntStream.range(0, sequence.length)
            .filter(place -> allocation.placement(sequence[place]) != Allocation.NOT_EXECUTED)
            .mapToObj(place -> order(problem, allocation, sequence[place], place)));
  }

  private static List<String> order(
      StaticProblem problem, Allocation allocation, int task, int place) {
    int placement = allocation.placement(task);
    int machine = problem.machineOf(placement);
    return List.of(
        Integer.toString(task),
        problem.system().machines().get(machine).name(),
        Integer.toString(placement - problem.firstPlacement(machine)),
        Integer.toString(place));
  }

  private static List<String> row(
      StaticProblem problem, Allocation allocation, AllocationOutcome outcome, int task) {
    HcSystem system = problem.system();
    String type = system.taskTypes().get(problem.type(task)).name();
    String id = Integer.toString(task);
    String arrival = text(problem.arrival(task));
    double completion = outcome.completion(task);
    if (Double.isNaN(completion)) {
      return List.of(id, type, arrival, "", "", "", "", "0", "0");
    }
    int placement = allocation.placement(task);
    int machine = problem.machineOf(placement);
    int mode = problem.modeOf(placement);
    return List.of(
        id,
        type,
        arrival,
        system.machines().get(machine).name(),
        Integer.toString(placement - problem.firstPlacement(machine)),
        text(completion - problem.seconds(problem.type(task), mode)),
        text(completion),
        text(outcome.utility(task)),
        text(problem.joules(problem.type(task), mode)));
  }

  private static String text(double number) {
    return BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
