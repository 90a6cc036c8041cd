package org.espalier.simulator.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;

/**
 * The results of a study, read back from the directory that they were written to.
 *
 * @param directory the directory
 * @param axes the keys of the axes, in order
 * @param columns the keys of the columns, in order
 * @param scenarios the scenarios, in the order of the results
 */
public record StoredResults(
    Path directory,
    DocumentNode study,
    List<String> axes,
    List<String> columns,
    List<StoredScenario> scenarios) {
  private static final String TRIAL = ResultFiles.TRIAL;

  /** Whether a directory holds what {@link ResultDirectory} writes. */
  public static boolean isIn(Path directory) {
    return Files.isRegularFile(studyFile(directory))
        && Files.isRegularFile(directory.resolve(ResultFiles.TRIALS));
  }

  /** The study in a directory of results, with all its options. */
  public static Path studyFile(Path directory) {
    return directory.resolve(ResultDirectory.STUDY);
  }

  /** The report in a directory of results. */
  public static Path reportFile(Path directory) {
    return directory.resolve(ResultDirectory.REPORT);
  }

  /** Reads the results in a directory; empty if there are problems. */
  public static Optional<StoredResults> read(Path directory, Problems problems) {
    Optional<DocumentNode> study = Document.read(studyFile(directory), problems);
    FileProblems own = problems.in(directory.resolve(ResultFiles.TRIALS));
    Optional<Trials> trials = Trials.read(own).filter(read -> own.isEmpty());
    return study.flatMap(root ->
        trials.map(
            read -> new StoredResults(directory, root, read.axes, read.columns, read.scenarios())));
  }

  /** The name of the directory. */
  public String name() {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name == null ? directory.toString() : name.toString();
  }

  /** The version of the program that made them; empty if they do not say. */
  public String version() {
    return study.string("version").orElse("");
  }

  /** A value of the study; empty if it does not say. */
  String value(String key) {
    return study.node(key).find().flatMap(node -> node.asString().find()).orElse("");
  }

  /** Name of the policy against which the study takes differences. */
  public Optional<String> baseline() {
    return study.string("baseline").find();
  }

  /**
   * The columns in which a trial that was run again differs from the stored one. There are none if
   * the program and the inputs are the same.
   *
   * @param values what the trial gave when it was run again, in the order of {@link Column}
   */
  public List<String> differences(StoredScenario scenario, int trial, List<Double> values) {
    List<Double> stored = scenario.trials().get(trial - 1);
    return Arrays.stream(Column.values())
        .filter(column -> differs(column, values.get(column.ordinal()), stored))
        .map(Column::key)
        .toList();
  }

  private boolean differs(Column column, double value, List<Double> stored) {
    int index = columns.indexOf(column.key());
    return index >= 0 && !NumberText.forCsv(value).equals(NumberText.forCsv(stored.get(index)));
  }

  /** The file of trials while it is read. */
  private static final class Trials {
    private final FileProblems problems;
    private final int trial;

    /** Where the axes stand. */
    private final List<Integer> places;

    private final List<String> axes;
    private final List<String> columns;
    private final Map<List<String>, List<List<Double>>> rows = new LinkedHashMap<>();
    private final Map<List<String>, List<List<String>>> met = new HashMap<>();

    private Trials(FileProblems problems, List<String> header, int trial) {
      this.problems = problems;
      this.trial = trial;
      this.places =
          IntStream.range(0, trial)
              .filter(i -> i == 0 || !ScenarioFields.isNumberOf(header.get(i - 1), header.get(i)))
              .boxed()
              .toList();
      this.axes = places.stream().map(header::get).toList();
      this.columns = header.subList(trial + 1, header.size() - InputDigests.KEYS.size());
    }

    static Optional<Trials> read(FileProblems problems) {
      try (CsvReader<CsvRecord> reader =
          CsvReader.builder()
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .ofCsvRecord(problems.file())) {
        Trials trials = null;
        for (CsvRecord row : reader) {
          if (trials != null) {
            trials.add(row);
          } else if (isHeader(row.getFields())) {
            trials = new Trials(problems, row.getFields(), row.getFields().indexOf(TRIAL));
          } else {
            break;
          }
        }
        if (trials == null) {
          problems.report(1, "", "", "does not have the columns of results", "run the study again");
        }
        return Optional.ofNullable(trials);
      } catch (IOException e) {
        problems.report(e);
      } catch (UncheckedIOException | CsvParseException e) {
        problems.report("is not CSV: " + e.getMessage(), "run the study again");
      }
      return Optional.empty();
    }

    private static boolean isHeader(List<String> fields) {
      int digests = fields.size() - InputDigests.KEYS.size();
      return fields.contains(TRIAL)
          && fields.indexOf(TRIAL) < digests
          && fields.subList(digests, fields.size()).equals(InputDigests.KEYS);
    }

    private void add(CsvRecord row) {
      int line = (int) row.getStartingLineNumber();
      int digests = trial + 1 + columns.size();
      int fields = digests + InputDigests.KEYS.size();
      if (row.getFieldCount() != fields) {
        problems.report(
            line,
            "",
            "",
            "has %s fields, the header %s".formatted(row.getFieldCount(), fields),
            "run the study again");
        return;
      }
      List<String> values = places.stream().map(row::getField).toList();
      List<List<Double>> trials = rows.computeIfAbsent(values, key -> new ArrayList<>());
      if (!row.getField(trial).equals(Integer.toString(trials.size() + 1))) {
        problems.report(
            line,
            TRIAL,
            row.getField(trial),
            "is out of order: expected trial %s".formatted(trials.size() + 1),
            "run the study again");
      }
      trials.add(numbers(row, line));
      met.computeIfAbsent(values, key -> new ArrayList<>())
          .add(row.getFields().subList(digests, fields));
    }

    private List<Double> numbers(CsvRecord row, int line) {
      List<Double> numbers = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        numbers.add(number(row.getField(trial + 1 + i), columns.get(i), line));
      }
      return numbers;
    }

    private double number(String text, String column, int line) {
      if (text.isEmpty()) {
        return Double.NaN;
      }
      OptionalDouble number = Numbers.real(text);
      if (number.isEmpty()) {
        problems.report(line, column, text, "is no number", "run the study again");
      }
      return number.orElse(Double.NaN);
    }

    List<StoredScenario> scenarios() {
      return rows.entrySet().stream()
          .map(entry ->
              new StoredScenario(
                  entry.getKey(), entry.getValue(), met.getOrDefault(entry.getKey(), List.of())))
          .toList();
    }
  }
}
