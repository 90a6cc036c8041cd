package org.espalier.workload.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * Workloads as CSV: columns {@code task_type,arrival_s,deadline_s} in order of arrival, task types
 * by name, times in seconds that are whole ticks of the system. What is written is read back
 * exactly. A task may have no deadline, and more columns may say what it is worth ({@link
 * UtilityColumns}), and what it took ({@link RecordedColumns}).
 */
public final class WorkloadFiles {
  private static final String TYPE = "task_type";
  private static final String ARRIVAL = "arrival_s";
  private static final String DEADLINE = "deadline_s";
  private static final List<String> COLUMNS = List.of(TYPE, ARRIVAL, DEADLINE);
  private static final String TIME = RecordedColumns.ALL.getFirst();
  private static final String[] OPTIONAL =
      Stream.of(UtilityColumns.ALL, RecordedColumns.ALL)
          .flatMap(List::stream)
          .toArray(String[]::new);
  private static final Duration FINEST_TICK = Duration.ofNanos(1);

  private final FileProblems problems;
  private final Duration tick;
  private final Ticks ticks;
  private final Map<String, Integer> types = new LinkedHashMap<>();
  private final @Nullable HcSystem system;
  private final RecordedColumns recorded;
  private final TaskList tasks;

  /**
   * @param runsOn see {@link RecordedColumns}
   */
  private WorkloadFiles(
      FileProblems problems, Duration tick, @Nullable HcSystem system, @Nullable HcSystem runsOn) {
    this.problems = problems;
    this.tick = tick;
    this.ticks = Ticks.perSecond(tick);
    this.system = system;
    this.recorded = new RecordedColumns(ticks, runsOn);
    this.tasks = new TaskList(problems);
  }

  /**
   * Reads a file.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Workload read(Path file, HcSystem system) {
    return Problems.demand(problems -> read(file, system, problems)).value();
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<Workload>> read(Path file, HcSystem system, Problems problems) {
    return new WorkloadFiles(problems.in(file), system.tick(), system, null).read();
  }

  /**
   * Reads a file whose recorded execution times will be used; empty if there are problems. It must
   * have some, on machine types of the system.
   */
  public static Optional<Loaded<Workload>> readRecorded(
      Path file, HcSystem system, Problems problems) {
    WorkloadFiles reader = new WorkloadFiles(problems.in(file), system.tick(), system, system);
    Optional<Loaded<Workload>> workload = reader.read();
    if (workload.isPresent() && workload.get().value().recorded().isEmpty()) {
      return reader.problems.report(
          1, TIME, "", "no task has a recorded execution time", "fill this column, in seconds");
    }
    long changed = reader.recorded.changed();
    String note =
        "%s: %s recorded execution times are more than 1 %% off, rounded to ticks of %s"
            .formatted(file.getFileName(), changed, Quantities.text(system.tick()));
    return workload.map(read -> read.with(changed == 0 ? List.of() : List.of(note)));
  }

  /**
   * Reads a file of which no system is known; empty if there are problems. Ticks are nanoseconds,
   * and the task types are those that it names, in the order of their first task.
   */
  public static Optional<Loaded<TypedWorkload>> readAlone(Path file, Problems problems) {
    WorkloadFiles reader = new WorkloadFiles(problems.in(file), FINEST_TICK, null, null);
    return reader
        .read()
        .map(read ->
            read.map(w -> new TypedWorkload(w, List.copyOf(reader.types.keySet()), FINEST_TICK)));
  }

  private Optional<Loaded<Workload>> read() {
    UtilityColumns worth = new UtilityColumns(system, tick);
    if (system != null) {
      system.taskTypes().forEach(type -> types.put(type.name(), type.id()));
    }
    CsvTable table = new CsvTable(problems, COLUMNS, OPTIONAL);
    table.read(row -> readRow(row, worth));
    return tasks.workload(TaskList.name(problems)).map(w -> new Loaded<>(w, table.notes()));
  }

  private void readRow(CsvRow row, UtilityColumns worth) {
    Optional<Integer> type = type(row);
    Optional<Long> arrival = time(row, ARRIVAL);
    Optional<Long> deadline =
        row.get(DEADLINE).isEmpty() ? Optional.of(Task.NO_DEADLINE) : time(row, DEADLINE);
    Optional<UtilityFunction> utility = type.flatMap(t -> worth.read(row, t));
    if (utility.isPresent() && arrival.isPresent() && deadline.isPresent()) {
      Optional<RecordedTime> time = recorded.read(row, type.get());
      tasks.add(row.line(), type.get(), arrival.get(), deadline.get(), utility.get(), time);
    }
  }

  private Optional<Integer> type(CsvRow row) {
    String name = row.get(TYPE);
    if (name.isEmpty()) {
      return row.report(TYPE, "a name is empty", "name the task type");
    }
    if (system == null) {
      return Optional.of(types.computeIfAbsent(name, added -> types.size()));
    }
    return Optional.ofNullable(types.get(name))
        .or(() ->
            row.report(
                TYPE,
                "unknown task type",
                Names.remedy(name, types.keySet().stream().sorted().toList())));
  }

  private Optional<Long> time(CsvRow row, String column) {
    return ticks
        .parse(row.get(column))
        .or(() ->
            row.report(
                column,
                "is not a time in seconds",
                "expected a number of whole ticks of %s s".formatted(Ticks.seconds(1, tick))));
  }

  /** Writes a workload of a system; an existing file is replaced. */
  public static void write(Path file, Workload workload, HcSystem system) throws IOException {
    write(file, TypedWorkload.of(workload, system));
  }

  /** Writes a workload; an existing file is replaced. */
  public static void write(Path file, TypedWorkload typed) throws IOException {
    List<Task> tasks = typed.workload().tasks();
    boolean worth =
        tasks.stream().anyMatch(task -> !task.utility().equals(UtilityFunction.OF_DEADLINE));
    List<String> header = new ArrayList<>(COLUMNS);
    if (worth) {
      header.addAll(UtilityColumns.ALL);
    }
    List<String> times = RecordedColumns.of(typed.workload());
    header.addAll(times);
    CsvFile.write(
        file, header, tasks.stream().map(task -> fields(task, typed, worth, times.size())));
  }

  private static List<String> fields(Task task, TypedWorkload typed, boolean worth, int times) {
    List<String> fields = new ArrayList<>();
    fields.add(typed.taskTypes().get(task.type()));
    fields.add(Ticks.seconds(task.arrival(), typed.tick()));
    fields.add(
        task.deadline() == Task.NO_DEADLINE ? "" : Ticks.seconds(task.deadline(), typed.tick()));
    if (worth) {
      fields.addAll(UtilityColumns.fields(task.utility(), typed.tick()));
    }
    Optional<RecordedTime> time = Optional.ofNullable(typed.workload().recorded().get(task.id()));
    fields.addAll(RecordedColumns.fields(time, typed.tick()).subList(0, times));
    return fields;
  }
}
