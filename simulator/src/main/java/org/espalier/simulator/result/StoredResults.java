package org.espalier.simulator.result;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

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
    Trials trials = Trials.read(own);
    String wanted = study.map(root -> root.string("trials").orElse("")).orElse("");
    trials.rows.forEach((values, its) -> {
      if (study.isPresent() && own.isEmpty() && !wanted.equals(Integer.toString(its.size()))) {
        own.report(
            "has %s of %s trials of %s".formatted(its.size(), wanted, String.join(", ", values)),
            "run the study again");
      }
    });
    return study
        .filter(root -> own.isEmpty())
        .map(root ->
            new StoredResults(directory, root, trials.axes, trials.columns, trials.scenarios()));
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
    private final Map<List<String>, List<List<Double>>> rows = new LinkedHashMap<>();
    private final Map<List<String>, List<List<String>>> met = new HashMap<>();
    private List<String> axes = List.of();
    private List<String> columns = List.of();

    private Trials(FileProblems problems) {
      this.problems = problems;
    }

    static Trials read(FileProblems problems) {
      Trials trials = new Trials(problems);
      new CsvTable(problems, trials::columns).read(trials::add);
      return trials;
    }

    private List<String> columns(List<String> header) {
      int trial = header.indexOf(TRIAL);
      int digests = header.size() - InputDigests.KEYS.size();
      if (trial < 0
          || trial >= digests
          || !header.subList(digests, header.size()).equals(InputDigests.KEYS)) {
        problems.report(1, "", "", "does not have the columns of results", "run the study again");
        return List.of();
      }
      axes =
          IntStream.range(0, trial)
              .filter(i -> i == 0 || !ScenarioFields.isNumberOf(header.get(i - 1), header.get(i)))
              .mapToObj(header::get)
              .toList();
      columns = header.subList(trial + 1, digests);
      return header;
    }

    private void add(CsvRow row) {
      List<String> values = axes.stream().map(row::get).toList();
      List<List<Double>> trials = rows.computeIfAbsent(values, key -> new ArrayList<>());
      String expected = Integer.toString(trials.size() + 1);
      if (!row.get(TRIAL).equals(expected)) {
        row.report(TRIAL, "is out of order: expected trial " + expected, "run the study again");
      }
      trials.add(columns.stream().map(column -> number(row, column)).toList());
      met.computeIfAbsent(values, key -> new ArrayList<>())
          .add(InputDigests.KEYS.stream().map(row::get).toList());
    }

    private static double number(CsvRow row, String column) {
      return row.get(column).isEmpty()
          ? Double.NaN
          : row.number(column, any -> true, "is no number", "run the study again")
              .orElse(Double.NaN);
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
