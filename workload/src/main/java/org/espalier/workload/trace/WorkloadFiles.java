package org.espalier.workload.trace;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * Workloads as CSV: columns {@code task_type,arrival_s,deadline_s} in order of arrival, task types
 * by name, times in seconds that are whole ticks of the system. What is written is read back
 * exactly.
 */
public final class WorkloadFiles {
  private static final List<String> COLUMNS = List.of("task_type", "arrival_s", "deadline_s");
  private static final Duration FINEST_TICK = Duration.ofNanos(1);

  private final FileProblems problems;
  private final Duration tick;
  private final Ticks ticks;
  private final Map<String, Integer> types = new LinkedHashMap<>();
  private final boolean anyType;
  private final TaskList tasks;

  private WorkloadFiles(FileProblems problems, Duration tick, boolean anyType) {
    this.problems = problems;
    this.tick = tick;
    this.ticks = Ticks.perSecond(tick);
    this.anyType = anyType;
    this.tasks = new TaskList(problems);
  }

  /**
   * Reads a file.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Workload read(Path file, HcSystem system) {
    Problems problems = new Problems();
    Optional<Workload> read = read(file, system, problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Workload> read(Path file, HcSystem system, Problems problems) {
    WorkloadFiles reader = new WorkloadFiles(problems.in(file), system.tick(), false);
    system.taskTypes().forEach(type -> reader.types.put(type.name(), type.id()));
    return reader.read();
  }

  /**
   * Reads a file of which no system is known, with ticks of a nanosecond and all task types that it
   * names, in the order of their first task; empty if there are problems.
   */
  public static Optional<TypedWorkload> readAlone(Path file, Problems problems) {
    WorkloadFiles reader = new WorkloadFiles(problems.in(file), FINEST_TICK, true);
    return reader
        .read()
        .map(w -> new TypedWorkload(w, List.copyOf(reader.types.keySet()), FINEST_TICK));
  }

  private Optional<Workload> read() {
    CsvTable.read(problems, COLUMNS, this::readRow);
    return tasks.workload(TaskList.name(problems));
  }

  private void readRow(CsvRow row) {
    Optional<Integer> type = type(row);
    Optional<Long> arrival = time(row, 1);
    Optional<Long> deadline = time(row, 2);
    if (type.isPresent() && arrival.isPresent() && deadline.isPresent()) {
      tasks.add(row.line(), type.get(), arrival.get(), deadline.get());
    }
  }

  private Optional<Integer> type(CsvRow row) {
    if (row.get(0).isEmpty()) {
      problems.report(row.line(), COLUMNS.get(0), "", "a name is empty", "name the task type");
      return Optional.empty();
    }
    if (anyType) {
      return Optional.of(types.computeIfAbsent(row.get(0), name -> types.size()));
    }
    Integer type = types.get(row.get(0));
    if (type == null) {
      String remedy = Names.remedy(row.get(0), types.keySet().stream().sorted().toList());
      problems.report(row.line(), COLUMNS.get(0), row.get(0), "unknown task type", remedy);
    }
    return Optional.ofNullable(type);
  }

  private Optional<Long> time(CsvRow row, int column) {
    Optional<Long> time = ticks.parse(row.get(column));
    if (time.isEmpty()) {
      problems.report(
          row.line(),
          COLUMNS.get(column),
          row.get(column),
          "is not a time in seconds",
          "expected a number of whole ticks of %s s".formatted(Ticks.seconds(1, tick)));
    }
    return time;
  }

  /** Writes a workload of a system; an existing file is replaced. */
  public static void write(Path file, Workload workload, HcSystem system) throws IOException {
    write(file, TypedWorkload.of(workload, system));
  }

  /** Writes a workload; an existing file is replaced. */
  public static void write(Path file, TypedWorkload typed) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      csv.writeRecord(COLUMNS);
      for (Task task : typed.workload().tasks()) {
        csv.writeRecord(
            typed.taskTypes().get(task.type()),
            Ticks.seconds(task.arrival(), typed.tick()),
            Ticks.seconds(task.deadline(), typed.tick()));
      }
    }
  }
}
