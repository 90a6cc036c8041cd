package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;

/**
 * PETs from measured execution times: CSV with columns {@code
 * task_type,machine_type,execution_time_s}; others are ignored. Each cell becomes the histogram of
 * its samples. Cells without samples may be scaled to means, see {@link MeasuredFiles}.
 *
 * <p>Reads row by row; holds eight bytes a sample.
 */
public final class SampleFiles {
  private static final List<String> COLUMNS =
      List.of("task_type", "machine_type", "execution_time_s");
  private static final double MOST_SECONDS = 1e9;

  private final FileProblems problems;
  private final SampleSettings settings;
  private final MeasuredFiles files;
  private final SampleTable table;
  private final List<String> notes = new ArrayList<>();

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
    CsvTable.readCounting(problems, COLUMNS, bytes, this::readRow);
    if (!problems.isEmpty() || files.means().isPresent() != means.isPresent()) {
      return Optional.empty();
    }
    means.ifPresent(found -> notes.addAll(table.scaleTo(found, files.choice())));
    table.reportAbsent(files.choice(), problems);
    boolean scaled = means.map(found -> found.problems().isEmpty()).orElse(true);
    return table.measured(problems).filter(pet -> scaled).map(this::loaded);
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
    } else if (files.choice().has(row.get(0), row.get(1))) {
      table.add(row.get(0), row.get(1), seconds);
    }
  }

  private Loaded<MeasuredPet> loaded(MeasuredPet measured) {
    if (settings.step().isEmpty()) {
      notes.add(
          "%s: step of %s found from the samples"
              .formatted(
                  problems.file().getFileName(),
                  Quantities.text(settings.tick().multipliedBy(measured.table().matrix().step()))));
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
