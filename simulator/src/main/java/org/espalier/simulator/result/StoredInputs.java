package org.espalier.simulator.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.espalier.workload.document.FileProblems;

/** What the trials of stored results met, as {@link InputDigests} wrote it. */
final class StoredInputs {
  private final List<String> axes;
  private final Map<List<String>, List<Met>> met;

  private StoredInputs(List<String> axes, Map<List<String>, List<Met>> met) {
    this.axes = List.copyOf(axes);
    this.met = met;
  }

  /** What one trial met. */
  record Met(String seed, String tasks, String tasksDigest, String systemDigest) {}

  /** Reads the file; what is wrong is reported, and read as if it were not there. */
  static StoredInputs read(FileProblems problems) {
    Map<List<String>, List<Met>> met = new LinkedHashMap<>();
    List<String> axes = List.of();
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(problems.file())) {
      for (NamedCsvRecord row : reader) {
        axes = row.getHeader().subList(0, Math.max(0, row.getHeader().indexOf("trial")));
        met.computeIfAbsent(axes.stream().map(row::getField).toList(), values -> new ArrayList<>())
            .add(
                new Met(
                    row.getField(InputDigests.SEED),
                    row.getField(InputDigests.TASKS),
                    row.getField(InputDigests.TASKS_DIGEST),
                    row.getField(InputDigests.SYSTEM_DIGEST)));
      }
    } catch (IOException e) {
      problems.report(e);
    } catch (UncheckedIOException | CsvParseException | NoSuchElementException e) {
      problems.report(0, "", "", "is not what it was: " + e.getMessage(), "run the study again");
    }
    return new StoredInputs(axes, met);
  }

  /** The axes that trials hang on. */
  List<String> axes() {
    return axes;
  }

  /** What the trials of a scenario met, in their order. */
  List<Met> of(ScenarioComparison.Entry entry) {
    return met.getOrDefault(axes.stream().map(entry::value).toList(), List.of());
  }

  /** The digests of all its systems. */
  List<String> systems() {
    return met.values().stream()
        .flatMap(List::stream)
        .map(Met::systemDigest)
        .distinct()
        .sorted()
        .toList();
  }
}
