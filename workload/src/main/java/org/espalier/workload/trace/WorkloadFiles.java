package org.espalier.workload.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
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
 * UtilityColumns}), and what it took: {@code execution_time_s}, in seconds, and on what, {@code
 * machine_type} and {@code p_state}, all of which may be empty. Such times are rounded to ticks,
 * and none above zero becomes zero.
 */
public final class WorkloadFiles {
  private static final String TYPE = "task_type";
  private static final String ARRIVAL = "arrival_s";
  private static final String DEADLINE = "deadline_s";
  private static final List<String> COLUMNS = List.of(TYPE, ARRIVAL, DEADLINE);
  private static final String TIME = "execution_time_s";
  private static final String MACHINE_TYPE = "machine_type";
  private static final String P_STATE = "p_state";
  private static final List<String> TIMES = List.of(TIME, MACHINE_TYPE, P_STATE);
  private static final double MOST_SECONDS = 1e9;
  private static final double MUCH = 0.01;
  private static final String[] OPTIONAL =
      Stream.of(UtilityColumns.ALL, TIMES).flatMap(List::stream).toArray(String[]::new);
  private static final Duration FINEST_TICK = Duration.ofNanos(1);

  private final FileProblems problems;
  private final Duration tick;
  private final Ticks ticks;
  private final Map<String, Integer> types = new LinkedHashMap<>();
  private final @Nullable HcSystem system;
  private final @Nullable HcSystem runsOn;
  private final TaskList tasks;

  /** How many times are more than 1 % off by their rounding. */
  private long changed;

  /**
   * @param runsOn on whose machine types the tasks must be able to run; null if that is not asked
   */
  private WorkloadFiles(
      FileProblems problems, Duration tick, @Nullable HcSystem system, @Nullable HcSystem runsOn) {
    this.problems = problems;
    this.tick = tick;
    this.ticks = Ticks.perSecond(tick);
    this.system = system;
    this.runsOn = runsOn;
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
    long changed = reader.changed;
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
      Optional<RecordedTime> time = recorded(row, type.get());
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
    List<String> times = times(typed.workload());
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
    fields.addAll(fields(time, typed.tick()).subList(0, times));
    return fields;
  }

  /** What a task took, which is empty where a row does not say it. What is wrong is reported. */
  private Optional<RecordedTime> recorded(CsvRow row, int taskType) {
    if (row.get(TIME).isEmpty()) {
      return Optional.empty();
    }
    OptionalDouble seconds =
        row.number(
            TIME,
            time -> time >= 0 && time <= MOST_SECONDS,
            "is not an execution time",
            "expected seconds from 0 to 1000000000, or nothing where it is not known");
    String pStateText = row.get(P_STATE);
    OptionalLong pState = pStateText.isEmpty() ? OptionalLong.of(0) : Numbers.whole(pStateText);
    if (pState.orElse(-1) < 0 || pState.getAsLong() > Byte.MAX_VALUE) {
      return row.report(
          P_STATE, "is no P-state", "expected a whole number, 0 the fastest, or nothing");
    }
    return seconds.stream()
        .mapToObj(time ->
            new RecordedTime(rounded(time), row.get(MACHINE_TYPE), (int) pState.getAsLong()))
        .filter(time -> fits(row, time, taskType))
        .findFirst();
  }

  private long rounded(double seconds) {
    double exact = ticks.of(seconds);
    long rounded = Math.max(seconds > 0 ? 1 : 0, Math.round(exact));
    changed += Math.abs(rounded - exact) > MUCH * exact ? 1 : 0;
    return rounded;
  }

  private boolean fits(CsvRow row, RecordedTime time, int taskType) {
    HcSystem known = runsOn;
    if (known == null) {
      return true;
    }
    List<MachineType> named =
        known.machineTypes().stream()
            .filter(type -> time.machineType().isEmpty() || time.machineType().equals(type.name()))
            .toList();
    if (named.isEmpty()) {
      List<String> names = known.machineTypes().stream().map(MachineType::name).toList();
      row.report(MACHINE_TYPE, "unknown machine type", Names.remedy(row.get(MACHINE_TYPE), names));
    } else if (named.stream()
        .noneMatch(type -> time.isScalable(known.pet(), taskType, type.id()))) {
      row.report(
          MACHINE_TYPE,
          "the PET has no time above 0 for the task type there, in P-state " + time.pState(),
          "name another machine type, or complete the PET");
    } else {
      return true;
    }
    return false;
  }

  /** The columns of times that a workload needs, in their order; none if no time is known. */
  private static List<String> times(Workload workload) {
    boolean named = workload.recorded().values().stream().anyMatch(t -> !t.machineType().isEmpty());
    boolean slowed = workload.recorded().values().stream().anyMatch(t -> t.pState() > 0);
    return workload.recorded().isEmpty() ? List.of() : TIMES.subList(0, slowed ? 3 : named ? 2 : 1);
  }

  private static List<String> fields(Optional<RecordedTime> time, Duration tick) {
    return time.map(known ->
            List.of(
                Ticks.seconds(known.ticks(), tick),
                known.machineType(),
                Integer.toString(known.pState())))
        .orElse(List.of("", "", ""));
  }
}
