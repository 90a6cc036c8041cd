package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * PETs from measured execution times: CSV with columns {@code
 * task_type,machine_type,execution_time_s}. There may be {@code p_state} (0 the fastest) and {@code
 * corunners} (what ran beside it) too, {@code exit_code} and {@code size}; other columns are not
 * read, which is told unless measurements write them. Each cell becomes the histogram of its
 * samples. Cells without samples may be scaled to means, see {@link MeasuredFiles}. Samples of
 * tasks that ran beside others, or that failed, are left out and counted.
 *
 * <p>A table has a task type in each row and a machine type in each column, beginning with {@code
 * task_type} or an empty name, and one time in each cell, in seconds.
 *
 * <p>Reads row by row; holds eight bytes a sample.
 */
public final class SampleFiles {
  private static final String TIME = "execution_time_s";
  private static final String CORUNNERS = "corunners";
  private static final String EXIT_CODE = "exit_code";
  private static final String SIZE = "size";

  /** What measurements tell besides; none of it is a time. */
  private static final List<String> UNREAD =
      List.of(
          ("energy_j set_energy_j instructions llc_misses counted_share simulated user_s system_s"
                  + " peak_memory_bytes voluntary_switches involuntary_switches started noise")
              .split(" "));

  private static final double MOST_SECONDS = 1e9;

  private final FileProblems problems;
  private final SampleSettings settings;
  private final MeasuredFiles files;
  private final SampleTable table;
  private final List<String> notes = new ArrayList<>();
  private final Set<String> sized = new HashSet<>();
  private long sizesUnused;
  private final Set<String> tableTypes = new HashSet<>();
  private List<String> machineTypes = List.of();
  private final Map<String, Integer> withPState = new HashMap<>();
  private final Map<String, Integer> withoutPState = new HashMap<>();

  private SampleFiles(MeasuredFiles files, SampleSettings settings, Problems problems) {
    this.files = files;
    this.problems = problems.in(files.samples());
    this.settings = settings;
    this.table = new SampleTable(settings);
  }

  /** Reads files; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      MeasuredFiles files, SampleSettings settings, Problems problems) {
    return measure(files, settings, problems).map(loaded -> loaded.map(MeasuredPet::table));
  }

  /** Reads files, and keeps count of what each cell was made from; empty if there are problems. */
  public static Optional<Loaded<MeasuredPet>> measure(
      MeasuredFiles files, SampleSettings settings, Problems problems) {
    return new SampleFiles(files, settings, problems).read();
  }

  private Optional<Loaded<MeasuredPet>> read() {
    Optional<Means> means = files.means().flatMap(file -> Means.read(file, problems.all()));
    List<String> found =
        files.ofSlurm() ? new SacctRows(table, files.choice(), problems).read() : readSamples();
    settings.sizes().keySet().stream()
        .filter(type -> !sized.contains(type))
        .forEach(type ->
            problems.report(
                "has no samples of %s, which is to have classes of sizes".formatted(type),
                "name a task type that has, with a column size"));
    if (!problems.isEmpty() || files.means().isPresent() != means.isPresent()) {
      return Optional.empty();
    }
    Optional<FileProblems> ofMeans = files.means().map(problems.all()::in);
    if (means.isPresent()) {
      notes.addAll(means.get().notes());
      notes.addAll(table.scaleTo(means.get(), files.choice(), ofMeans.orElseThrow()));
    }
    table.reportAbsent(files.choice(), problems);
    return table
        .measured(problems)
        .filter(pet -> ofMeans.map(FileProblems::isEmpty).orElse(true))
        .map(pet -> loaded(pet.with(found)));
  }

  private List<String> readSamples() {
    CsvTable file =
        new CsvTable(problems, this::columns, CellRow.P_STATE, CORUNNERS, EXIT_CODE, SIZE)
            .passingOver(UNREAD);
    file.read(row -> {
      if (machineTypes.isEmpty()) {
        CellRow.each(this::readRow).accept(row);
      } else {
        readTimesOf(row);
      }
    });
    notes.addAll(file.notes());
    checkPStates();
    return sizesUnused == 0
        ? List.of()
        : List.of(
            "sizes make no difference in %s samples; pet build --sizes keeps their times apart"
                .formatted(sizesUnused));
  }

  /** The columns that are needed; a table of task types by machine types is told by its first. */
  private List<String> columns(List<String> header) {
    boolean isTable =
        List.of("", CellRow.TASK_TYPE).contains(header.getFirst())
            && header.size() > 1
            && CellRow.columns(TIME).stream().skip(1).noneMatch(header::contains);
    if (!isTable) {
      return CellRow.columns(TIME);
    }
    machineTypes = header.subList(1, header.size());
    if (machineTypes.contains("")) {
      problems.report(1, "", String.join(",", header), "a name is empty", "name the machine type");
    }
    notes.add(
        "%s: a table of one time in seconds for each task type on each machine type: none varies"
            .formatted(problems.file().getFileName()));
    return header;
  }

  private void readTimesOf(CsvRow row) {
    String taskType = row.get(firstColumn(row));
    if (taskType.isEmpty() || !tableTypes.add(taskType)) {
      row.report(firstColumn(row), "no name, or a second time", "rename the row");
    }
    for (String machineType : machineTypes) {
      if (!row.get(machineType).isEmpty()
          && files.choice().has(new CellTable.Pair(taskType, machineType))) {
        row.number(
                machineType,
                seconds -> seconds > 0 && seconds <= MOST_SECONDS,
                "is not an execution time",
                String.format(
                    Locale.ROOT,
                    "expected seconds above 0, up to %.0f, or nothing where it cannot run",
                    MOST_SECONDS))
            .ifPresent(seconds -> table.add(taskType, machineType, 0, seconds));
      }
    }
  }

  private static String firstColumn(CsvRow row) {
    return row.has("") ? "" : CellRow.TASK_TYPE;
  }

  private void readRow(CellRow row) {
    if (!row.get(EXIT_CODE).matches("[0-9]{0,3}")) {
      row.report(EXIT_CODE, "is not an exit code", "expected 0 to 255, or nothing");
    }
    row.number(
            TIME,
            seconds -> seconds >= 0 && seconds <= MOST_SECONDS,
            "is not an execution time",
            String.format(Locale.ROOT, "expected seconds from 0 to %.0f", MOST_SECONDS))
        .ifPresent(seconds -> pair(row).ifPresent(pair -> take(row, pair, seconds)));
  }

  /** The cell of a row: that of its class of sizes, if its task type has such. */
  private Optional<CellTable.Pair> pair(CellRow row) {
    CellTable.Pair pair = row.pair();
    SizeClasses classes = settings.sizes().get(pair.taskType());
    if (classes == null) {
      sizesUnused += row.get(SIZE).isEmpty() ? 0 : 1;
      return Optional.of(pair);
    }
    sized.add(pair.taskType());
    return row
        .number(SIZE, size -> size >= 0, "is not a size", "expected a number from 0 on")
        .stream()
        .mapToObj(size -> classes.row(pair.taskType(), size))
        .map(type -> new CellTable.Pair(type, pair.machineType()))
        .findFirst();
  }

  private void take(CellRow row, CellTable.Pair pair, double seconds) {
    if (!files.choice().has(pair)) {
      return;
    }
    if (!row.get(CORUNNERS).isEmpty()) {
      table.leaveOut();
      return;
    }
    if (!row.get(EXIT_CODE).matches("0*") && !settings.countsFailed()) {
      table.leaveOutFailed();
      return;
    }
    (row.get(CellRow.P_STATE).isEmpty() ? withoutPState : withPState)
        .putIfAbsent(pair.machineType(), row.line());
    table.add(pair, row.line(), row.pState(), seconds);
  }

  /** Reports machine types that were measured in P-states and also as they were found. */
  private void checkPStates() {
    withPState.forEach((machineType, line) -> {
      Integer other = withoutPState.get(machineType);
      if (other != null) {
        problems.report(
            other,
            CellRow.P_STATE,
            "",
            "%s has no P-state here, and one on line %s".formatted(machineType, line),
            "give the P-state of all its samples, or of none");
      }
    });
  }

  private Loaded<MeasuredPet> loaded(MeasuredPet measured) {
    List<String> found = new ArrayList<>();
    if (settings.step().isEmpty()) {
      found.add("step of %s found from the samples".formatted(measured.table().stepText()));
    }
    found.addAll(measured.notes());
    found.addAll(Names.alike(measured.table().taskTypes()));
    found.addAll(Names.alike(measured.table().machineTypes()));
    if (measured.leftOut() > 0) {
      found.add(
          "left out because their tasks ran beside others: "
              + Names.count(measured.leftOut(), "sample"));
    }
    if (measured.failed() > 0) {
      found.add(
          "left out because their commands failed (exit_code): "
              + Names.count(measured.failed(), "sample")
              + "; pet build --count-failed counts them");
    }
    table.missing().ifPresent(list -> found.add("no samples, so cannot run: " + list));
    found.forEach(note -> notes.add(problems.file().getFileName() + ": " + note));
    return new Loaded<>(measured, notes);
  }
}
