package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * PETs from measured execution times: CSV with columns {@code
 * task_type,machine_type,execution_time_s}, and where there are any {@code p_state} (0 the fastest)
 * and {@code corunners} (task types that ran beside it, joined by a plus sign); others are ignored.
 * Each cell becomes the histogram of its samples. Cells without samples may be scaled to means, see
 * {@link MeasuredFiles}; what becomes of samples with co-runners, {@link Corunners} says.
 *
 * <p>Reads row by row; holds eight bytes a sample.
 */
public final class SampleFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "execution_time_s");
  private static final String P_STATE = "p_state";
  private static final String CORUNNERS = "corunners";
  private static final int MOST_P_STATES = 100;
  private static final double MOST_SECONDS = 1e9;

  /** What to do about a field that is no P-state. */
  static final String P_STATE_REMEDY = "expected 0 to %d, or nothing".formatted(MOST_P_STATES - 1);

  private final FileProblems problems;
  private final SampleSettings settings;
  private final MeasuredFiles files;
  private final SampleTable table;
  private final List<String> notes = new ArrayList<>();
  private final Set<String> machineTypes = new LinkedHashSet<>();
  private final Map<String, Integer> withPState = new HashMap<>();
  private final Map<String, Integer> withoutPState = new HashMap<>();
  private List<String> columns = COLUMNS;

  private SampleFiles(MeasuredFiles files, SampleSettings settings, Problems problems) {
    this.files = files;
    this.problems = problems.in(files.samples());
    this.settings = settings;
    this.table = new SampleTable(settings);
  }

  /**
   * Reads a file.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Loaded<PetTable> read(Path file, SampleSettings settings) {
    Problems problems = new Problems();
    Optional<Loaded<PetTable>> read = read(file, settings, problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      Path file, SampleSettings settings, Problems problems) {
    return read(MeasuredFiles.of(file), settings, problems);
  }

  /** Reads files; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      MeasuredFiles files, SampleSettings settings, Problems problems) {
    return measure(files, settings, bytes -> {}, problems)
        .map(loaded -> loaded.map(MeasuredPet::table));
  }

  /**
   * Reads a file, and keeps count of what each cell was made from; empty if there are problems.
   *
   * @param bytes is told now and then how many bytes were read so far
   */
  public static Optional<Loaded<MeasuredPet>> measure(
      Path file, SampleSettings settings, LongConsumer bytes, Problems problems) {
    return measure(MeasuredFiles.of(file), settings, bytes, problems);
  }

  /**
   * Reads files, and keeps count of what each cell was made from; empty if there are problems.
   *
   * @param bytes is told now and then how many bytes of the samples were read so far
   */
  public static Optional<Loaded<MeasuredPet>> measure(
      MeasuredFiles files, SampleSettings settings, LongConsumer bytes, Problems problems) {
    return new SampleFiles(files, settings, problems).read(bytes, problems);
  }

  private Optional<Loaded<MeasuredPet>> read(LongConsumer bytes, Problems all) {
    Optional<CellMeans> means = files.means().flatMap(file -> CellMeans.read(file, all));
    Optional<SlowDowns> slowDowns = slowDownsFile().flatMap(file -> SlowDowns.read(file, all));
    CsvTable.header(problems).ifPresent(header -> readRows(header, bytes));
    checkPStates();
    if (!problems.isEmpty()
        || files.means().isPresent() != means.isPresent()
        || slowDownsFile().isPresent() != slowDowns.isPresent()) {
      return Optional.empty();
    }
    means.ifPresent(found -> notes.addAll(table.scaleTo(found, files.choice())));
    slowDowns.ifPresent(found -> table.addPredicted(found, files.choice()));
    table.reportAbsent(files.choice(), machineTypes, problems);
    boolean whole =
        Stream.concat(
                means.map(CellMeans::problems).stream(),
                slowDowns.map(SlowDowns::problems).stream())
            .allMatch(FileProblems::isEmpty);
    return table.measured(problems).filter(pet -> whole).map(this::loaded);
  }

  private Optional<Path> slowDownsFile() {
    return files.corunners() instanceof Corunners.Predicted predicted
        ? Optional.of(predicted.slowDowns())
        : Optional.empty();
  }

  private void readRows(List<String> header, LongConsumer bytes) {
    columns =
        Stream.concat(COLUMNS.stream(), Stream.of(P_STATE, CORUNNERS).filter(header::contains))
            .toList();
    CsvTable.readCounting(problems, columns, bytes, this::readRow);
  }

  private void readRow(CsvRow row) {
    double seconds = Ticks.number(row.get(2)).orElse(-1.0);
    if (row.get(0).isEmpty() || row.get(1).isEmpty()) {
      problems.report(row.line(), "", "", "a name is empty", "name both types");
    } else if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      problems.report(
          row.line(),
          COLUMNS.get(2),
          row.get(2),
          "is not an execution time",
          "expected seconds from 0 to %.0f".formatted(MOST_SECONDS));
    } else if (pState(field(row, P_STATE)) < 0) {
      problems.report(row.line(), P_STATE, field(row, P_STATE), "is not a P-state", P_STATE_REMEDY);
    } else if (Corunners.isBad(field(row, CORUNNERS))) {
      problems.report(
          row.line(),
          CORUNNERS,
          field(row, CORUNNERS),
          "is no list of co-runners",
          "expected names joined by +");
    } else {
      take(row, seconds);
    }
  }

  /** The field of a column that may not be there; then empty. */
  private String field(CsvRow row, String column) {
    int place = columns.indexOf(column);
    return place < 0 ? "" : row.get(place);
  }

  /** The P-state in a field, 0 in an empty one; -1 if it is none. */
  static int pState(String text) {
    long pState = text.isEmpty() ? 0 : Ticks.perUnit(1).parse(text).orElse(-1L);
    return pState < MOST_P_STATES ? (int) pState : -1;
  }

  private void take(CsvRow row, double seconds) {
    List<String> corunners = Corunners.names(field(row, CORUNNERS));
    String machineType = Corunners.beside(row.get(1), corunners);
    if (!files.choice().has(row.get(0), row.get(1))
        && !files.choice().has(row.get(0), machineType)) {
      return;
    }
    machineTypes.add(row.get(1));
    if (!corunners.isEmpty() && !(files.corunners() instanceof Corunners.Measured)) {
      table.leaveOut();
      return;
    }
    String pState = field(row, P_STATE);
    (pState.isEmpty() ? withoutPState : withPState).putIfAbsent(machineType, row.line());
    table.add(row.get(0), machineType, pState(pState), seconds);
  }

  /** Reports machine types that were measured in P-states and also as they were found. */
  private void checkPStates() {
    withPState.forEach((machineType, line) -> {
      Integer other = withoutPState.get(machineType);
      if (other != null) {
        problems.report(
            other,
            P_STATE,
            "",
            "%s has no P-state here, and one on line %d".formatted(machineType, line),
            "give the P-state of all its samples, or of none");
      }
    });
  }

  private Loaded<MeasuredPet> loaded(MeasuredPet measured) {
    if (settings.step().isEmpty()) {
      notes.add(
          "%s: step of %s found from the samples"
              .formatted(
                  problems.file().getFileName(),
                  Quantities.text(settings.tick().multipliedBy(measured.table().matrix().step()))));
    }
    if (measured.leftOut() > 0) {
      notes.add(
          "%s: left out because their tasks ran beside others: %d samples"
              .formatted(problems.file().getFileName(), measured.leftOut()));
    }
    table
        .missing()
        .ifPresent(list ->
            notes.add(
                "%s: no samples, so cannot run: %s"
                    .formatted(problems.file().getFileName(), list)));
    return new Loaded<>(measured, notes);
  }
}
