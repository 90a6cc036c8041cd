package org.espalier.profiler.sample;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.espalier.profiler.host.Resources;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvRow;
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

  /** A column of the CSV of samples, in the order of the file. */
  private enum Column {
    TASK_TYPE(run -> run.cell().taskType()),
    MACHINE_TYPE(run -> run.cell().machineType()),
    EXECUTION_TIME_S(run -> text(run.seconds())),
    P_STATE(run -> text(run.cell().conditions().pState())),
    CORUNNERS(run -> joined(run.cell().corunners())),
    ENERGY_J(run -> run.cell().isSet() ? "" : text(run.energyJoules())),
    SET_ENERGY_J(run -> run.cell().isSet() ? text(run.energyJoules()) : ""),
    INSTRUCTIONS(run -> text(run.counts().instructions())),
    LLC_MISSES(run -> text(run.counts().llcMisses())),
    COUNTED_SHARE(run -> text(run.counts().countedShare())),
    SIMULATED(run -> run.counts().simulated() ? Boolean.toString(true) : ""),
    USER_S(run -> text(run.resources().userSeconds())),
    SYSTEM_S(run -> text(run.resources().systemSeconds())),
    PEAK_MEMORY_BYTES(run -> text(run.resources().peakMemoryBytes())),
    VOLUNTARY_SWITCHES(run -> text(run.resources().voluntarySwitches())),
    INVOLUNTARY_SWITCHES(run -> text(run.resources().involuntarySwitches())),
    STARTED(run -> Instant.ofEpochMilli(run.startedMillis()).toString()),
    NOISE(run -> joined(run.noise())),
    EXIT_CODE(run -> text(run.exitCode()));

    /** Joins names in a field. */
    static final String JOINT = "+";

    /** The columns that each file has. */
    static final List<Column> NEEDED = List.of(TASK_TYPE, MACHINE_TYPE, EXECUTION_TIME_S);

    private final Function<MeasuredRun, String> field;

    Column(Function<MeasuredRun, String> field) {
      this.field = field;
    }

    /** Its name in the header line. */
    String title() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** What it says of a run; an empty text where that was not measured. */
    String of(MeasuredRun run) {
      return field.apply(run);
    }

    private static String joined(List<String> names) {
      return String.join(JOINT, names);
    }

    /** The shortest decimal that is read as the same number, without exponent. */
    private static String text(double number) {
      return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static String text(OptionalDouble number) {
      return number.isPresent() ? text(number.getAsDouble()) : "";
    }

    private static String text(OptionalLong number) {
      return number.isPresent() ? Long.toString(number.getAsLong()) : "";
    }

    private static String text(OptionalInt number) {
      return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
    }
  }

  /**
   * Why a text cannot be the name of a task type or machine type in the file, or empty if it can.
   */
  public static Optional<String> problemOfName(String name) {
    if (name.isBlank() || !name.strip().equals(name)) {
      return Optional.of("is blank or has blanks around; expected a name");
    }
    if (name.contains(Column.JOINT)) {
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
    List<Column> columns =
        Arrays.stream(Column.values())
            .filter(column ->
                Column.NEEDED.contains(column)
                    || runs.stream().anyMatch(run -> !column.of(run).isEmpty()))
            .toList();
    CsvFile.write(
        file,
        columns.stream().map(Column::title).toList(),
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
            Column.NEEDED.stream().map(Column::title).toList(),
            titles().toArray(String[]::new));
    table.read(row -> run(row).ifPresent(runs::add));
    if (!table.unread().isEmpty()) {
      own.report(
          "has columns that are not kept: " + String.join(", ", table.unread()),
          "remove them, or take another file");
    }
    return runs;
  }

  private static List<String> titles() {
    return Arrays.stream(Column.values()).map(Column::title).toList();
  }

  /** The header line of a file with all columns. */
  public static String headerLine() {
    return CsvFile.line(titles());
  }

  /** The line of a run in a file with all columns. */
  static String line(MeasuredRun run) {
    checkNames(run);
    return CsvFile.line(fields(Arrays.asList(Column.values()), run));
  }

  private static List<String> fields(List<Column> columns, MeasuredRun run) {
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

  /** The run of a row; empty if anything is wrong with it. */
  private static Optional<MeasuredRun> run(CsvRow row) {
    Fields fields = new Fields(row);
    OptionalDouble ofSet = fields.number(Column.SET_ENERGY_J);
    OptionalDouble ofRun = fields.number(Column.ENERGY_J);
    MeasuredRun run =
        new MeasuredRun(
            new Cell(
                fields.name(Column.TASK_TYPE),
                new Conditions(fields.name(Column.MACHINE_TYPE), fields.index(Column.P_STATE)),
                fields.names(Column.CORUNNERS),
                ofSet.isPresent()),
            fields.seconds(),
            new Resources(
                fields.number(Column.USER_S),
                fields.number(Column.SYSTEM_S),
                fields.whole(Column.PEAK_MEMORY_BYTES),
                fields.whole(Column.VOLUNTARY_SWITCHES),
                fields.whole(Column.INVOLUNTARY_SWITCHES)),
            ofSet.isPresent() ? ofSet : ofRun,
            new Counts(
                fields.number(Column.INSTRUCTIONS),
                fields.number(Column.LLC_MISSES),
                fields.number(Column.COUNTED_SHARE),
                fields.isSimulated()),
            fields.started(),
            fields.names(Column.NOISE),
            fields.exitCode());
    return fields.isGood ? Optional.of(run) : Optional.empty();
  }

  /** The fields of one row. */
  private static final class Fields {
    private final CsvRow row;
    private boolean isGood = true;

    Fields(CsvRow row) {
      this.row = row;
    }

    private String text(Column column) {
      return row.get(column.title());
    }

    private void report(Column column, String message, String remedy) {
      isGood = false;
      row.report(column.title(), message, remedy);
    }

    String name(Column column) {
      problemOfName(text(column))
          .ifPresent(problem -> report(column, "the name " + problem, "change the name"));
      return text(column);
    }

    List<String> names(Column column) {
      String text = text(column);
      List<String> names = text.isEmpty() ? List.of() : Arrays.asList(text.split("\\+", -1));
      if (names.stream().anyMatch(name -> problemOfName(name).isPresent())) {
        report(column, "is no list of names", "expected names joined by +");
      }
      return names;
    }

    double seconds() {
      OptionalDouble seconds = number(Column.EXECUTION_TIME_S);
      if (text(Column.EXECUTION_TIME_S).isEmpty()) {
        report(Column.EXECUTION_TIME_S, "is empty", "expected seconds from 0 on");
      }
      return seconds.orElse(0);
    }

    OptionalDouble number(Column column) {
      if (text(column).isEmpty()) {
        return OptionalDouble.empty();
      }
      OptionalDouble number = Numbers.real(text(column));
      if (number.isEmpty() || number.getAsDouble() < 0) {
        report(column, "is not a number from 0 on", "correct it, or leave it empty");
      }
      return number;
    }

    OptionalLong whole(Column column) {
      String text = text(column);
      if (text.isEmpty()) {
        return OptionalLong.empty();
      }
      if (!text.matches("[0-9]{1,18}")) {
        report(column, "is not a whole number from 0 on", "correct it, or leave it empty");
        return OptionalLong.empty();
      }
      return OptionalLong.of(Long.parseLong(text));
    }

    OptionalInt index(Column column) {
      OptionalLong number = whole(column);
      if (number.isEmpty()) {
        return OptionalInt.empty();
      }
      if (number.getAsLong() > Byte.MAX_VALUE) {
        report(column, "is not the index of a P-state", "expected 0 for the fastest, 1, 2, ...");
      }
      return OptionalInt.of((int) number.getAsLong());
    }

    OptionalInt exitCode() {
      OptionalLong number = whole(Column.EXIT_CODE);
      return number.isPresent()
          ? OptionalInt.of((int) Math.min(number.getAsLong(), Integer.MAX_VALUE))
          : OptionalInt.empty();
    }

    boolean isSimulated() {
      String text = text(Column.SIMULATED);
      if (!List.of("", "true", "false").contains(text)) {
        report(Column.SIMULATED, "is neither true nor false", "expected true, or nothing");
      }
      return text.equals("true");
    }

    long started() {
      String text = text(Column.STARTED);
      try {
        return text.isEmpty() ? 0 : Instant.parse(text).toEpochMilli();
      } catch (DateTimeException | ArithmeticException e) {
        report(Column.STARTED, "is no time", "expected one as 2026-01-31T12:00:00Z");
        return 0;
      }
    }
  }
}
