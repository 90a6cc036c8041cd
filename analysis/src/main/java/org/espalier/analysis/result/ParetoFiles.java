package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.Evaluated;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.Snapshot;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.analysis.study.CloudFile;
import org.espalier.workload.text.CsvFile;

/** Writes what came of a study as CSV files. */
final class ParetoFiles {
  static final String FRONT = "front.csv";
  static final String FRONTS = "fronts.csv";
  static final String BOUND = "bound.csv";
  static final String INDICATORS = "indicators.csv";
  static final String ALLOCATIONS = "allocations";

  private final ParetoResults results;
  private final ObjectivePair objectives;

  ParetoFiles(ParetoResults results) {
    this.results = results;
    this.objectives = results.study().objectives();
  }

  void writeAll(Path directory) throws IOException {
    write(directory.resolve(FRONT), front());
    write(directory.resolve(FRONTS), fronts());
    write(directory.resolve(INDICATORS), indicators());
    if (!results.evaluated().isEmpty()) {
      write(directory.resolve(CloudFile.NAME), clouds());
    }
    if (results.bound().isPresent()) {
      write(directory.resolve(BOUND), bound());
    }
    writeAllocations(directory.resolve(ALLOCATIONS));
  }

  /** Writes rows of fields, the first of which is the header. */
  static void write(Path file, List<List<String>> rows) throws IOException {
    CsvFile.write(file, rows.getFirst(), rows.stream().skip(1));
  }

  /** The objectives as they were judged, and what comes of mean times and powers. */
  private List<List<String>> front() {
    StaticProblem problem = results.study().problem();
    NamedPoints named = new NamedPoints(results);
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "point",
            "name",
            objectives.first().key(),
            objectives.second().key(),
            "source",
            "mean_utility",
            "mean_energy_j",
            "mean_makespan_s",
            "mean_cost",
            "mean_on_time",
            "mean_dropped"));
    for (int i = 0; i < results.front().size(); i++) {
      rows.add(row(problem, named, i));
    }
    return rows;
  }

  private List<String> row(StaticProblem problem, NamedPoints named, int index) {
    FrontPoint point = results.front().get(index);
    AllocationTotals totals = AllocationOutcome.of(problem, point.allocation()).totals();
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(index + 1));
    row.add(named.name(index));
    row.add(number(objectives.first().loss(point.losses().first())));
    row.add(number(objectives.second().loss(point.losses().second())));
    row.add(point.source());
    row.add(number(totals.utility()));
    row.add(number(totals.joules()));
    row.add(number(totals.makespanSeconds()));
    row.add(number(totals.cost()));
    row.add(number(totals.onTime()));
    row.add(number(totals.dropped()));
    return row;
  }

  private List<List<String>> fronts() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("population", "generation", objectives.first().key(), objectives.second().key()));
    for (Snapshot snapshot : results.snapshots()) {
      for (Losses point : snapshot.losses()) {
        List<String> row = new ArrayList<>();
        row.add(snapshot.source());
        row.add(Integer.toString(snapshot.generation()));
        row.addAll(values(objectives, point));
        rows.add(row);
      }
    }
    return rows;
  }

  private List<List<String>> indicators() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "population",
            "generation",
            "points",
            "points_beyond",
            "hypervolume",
            "share_of_bound",
            "best_" + objectives.first().key(),
            "best_" + objectives.second().key()));
    results
        .snapshots()
        .forEach(snapshot ->
            rows.add(
                indicators(
                    snapshot.source(),
                    Integer.toString(snapshot.generation()),
                    snapshot.losses())));
    rows.add(indicators("all together", "", results.losses()));
    return rows;
  }

  private List<String> indicators(String source, String generation, List<Losses> points) {
    OptionalDouble share = results.share(points);
    return List.of(
        source,
        generation,
        Integer.toString(points.size()),
        Long.toString(results.beyond(points)),
        number(results.hypervolume(points)),
        share.isPresent() ? number(share.getAsDouble()) : "",
        best(objectives.first(), points.stream().mapToDouble(Losses::first)),
        best(objectives.second(), points.stream().mapToDouble(Losses::second)));
  }

  private static String best(Objective objective, DoubleStream losses) {
    OptionalDouble least = losses.min();
    return least.isPresent() ? number(objective.loss(least.getAsDouble())) : "";
  }

  private List<List<String>> clouds() {
    List<List<String>> rows = new ArrayList<>(List.of(CloudFile.COLUMNS));
    for (Evaluated evaluated : results.evaluated()) {
      String point = Integer.toString(results.front().indexOf(evaluated.point()) + 1);
      for (int i = 0; i < evaluated.cloud().size(); i++) {
        rows.add(
            List.of(
                point,
                Integer.toString(i + 1),
                number(evaluated.cloud().utility(i)),
                number(evaluated.cloud().joules(i))));
      }
    }
    return rows;
  }

  static List<String> values(ObjectivePair objectives, Losses point) {
    return List.of(
        number(objectives.first().loss(point.first())),
        number(objectives.second().loss(point.second())));
  }

  private List<List<String>> bound() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(objectives.first().key(), objectives.second().key()));
    results.bound().orElseThrow().curve().forEach(point -> rows.add(values(objectives, point)));
    return rows;
  }

  private void writeAllocations(Path directory) throws IOException {
    Files.createDirectory(directory);
    StaticProblem problem = results.study().problem();
    for (Map.Entry<String, Integer> named : new NamedPoints(results).letters().entrySet()) {
      AllocationFiles.write(
          directory.resolve(named.getKey() + ".csv"),
          problem,
          results.front().get(named.getValue()).allocation());
    }
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
