package org.espalier.profiler.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvTable;

/**
 * The CSV files of measured runs, which {@code espalier pet build} reads: {@code
 * task_type,machine_type,execution_time_s}, and where measured {@code
 * p_state,corunners,energy_j,set_energy_j,instructions,llc_misses,counted_share,simulated,user_s,
 * system_s,peak_memory_bytes,voluntary_switches,involuntary_switches,started,noise,exit_code}. A
 * field is empty where nothing was measured; co-runners are joined by a plus sign in the order of
 * their names.
 */
public final class SampleCsv {
  private SampleCsv() {}

  /**
   * Why a text cannot be the name of a task type or machine type in the file, or empty if it can.
   */
  public static Optional<String> problemOfName(String name) {
    if (name.isBlank() || !name.strip().equals(name)) {
      return Optional.of("is blank or has blanks around; expected a name");
    }
    if (name.contains(SampleColumn.JOINT)) {
      return Optional.of(
          "has a +, which joins the names of co-runners in samples; choose a name without");
    }
    return name.chars().anyMatch(Character::isISOControl)
        ? Optional.of("has a line break or another character that cannot be seen; leave it out")
        : Optional.empty();
  }

  /**
   * Writes a file, without the columns of what no run has. It is not written whole or not at all:
   * write beside its place and move it there.
   *
   * @throws IllegalArgumentException if a name cannot be in the file, see {@link #problemOfName}
   */
  public static void write(Path file, List<MeasuredRun> runs) throws IOException {
    runs.forEach(SampleCsv::checkNames);
    List<SampleColumn> columns =
        Arrays.stream(SampleColumn.values())
            .filter(column ->
                SampleColumn.NEEDED.contains(column)
                    || runs.stream().anyMatch(run -> !column.of(run).isEmpty()))
            .toList();
    CsvFile.write(
        file,
        columns.stream().map(SampleColumn::title).toList(),
        runs.stream().map(run -> fields(columns, run)));
  }

  /**
   * The rows of a file, in its order; what is wrong with it goes to the problems. So do columns of
   * others, which whoever writes the rows again would lose.
   */
  public static List<MeasuredRun> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    List<MeasuredRun> runs = new ArrayList<>();
    CsvTable table =
        new CsvTable(
            own,
            SampleColumn.NEEDED.stream().map(SampleColumn::title).toList(),
            titles().toArray(String[]::new));
    table.read(row -> SampleRows.read(row).ifPresent(runs::add));
    if (!table.unread().isEmpty()) {
      own.report(
          "has columns that are not kept: " + String.join(", ", table.unread()),
          "remove them, or take another file");
    }
    return runs;
  }

  private static List<String> titles() {
    return Arrays.stream(SampleColumn.values()).map(SampleColumn::title).toList();
  }

  /** The header line of a file with all columns. */
  public static String headerLine() {
    return CsvFile.line(titles());
  }

  /** The line of a run in a file with all columns. */
  static String line(MeasuredRun run) {
    checkNames(run);
    return CsvFile.line(fields(Arrays.asList(SampleColumn.values()), run));
  }

  private static List<String> fields(List<SampleColumn> columns, MeasuredRun run) {
    return columns.stream().map(column -> column.of(run)).toList();
  }

  private static void checkNames(MeasuredRun run) {
    checkName(run.cell().machineType());
    run.cell().members().forEach(SampleCsv::checkName);
  }

  private static void checkName(String name) {
    problemOfName(name)
        .ifPresent(problem -> {
          throw new IllegalArgumentException("the name \"%s\" %s".formatted(name, problem));
        });
  }
}
