package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.espalier.workload.text.CsvFile.Column;

/** Writes what came of a study as CSV files. */
record ParetoFiles(ParetoResults results) {
  static final String FRONT = "front.csv";
  static final String FRONTS = "fronts.csv";
  static final String BOUND = "bound.csv";
  static final String INDICATORS = "indicators.csv";
  static final String ALLOCATIONS = "allocations";

  private static final int NO_GENERATION = -1;

  void writeAll(Path directory) throws IOException {
    CsvFile.writeRows(
        directory.resolve(FRONT),
        frontColumns(),
        IntStream.range(0, results.front().size()).boxed());
    CsvFile.write(
        directory.resolve(FRONTS),
        row(List.of("population", "generation"), names(objectives())),
        results.snapshots().stream().flatMap(this::points));
    List<Snapshot> all = new ArrayList<>(results.snapshots());
    all.add(new Snapshot("all together", NO_GENERATION, results.losses()));
    CsvFile.writeRows(directory.resolve(INDICATORS), indicators(), all.stream());
    if (!results.evaluated().isEmpty()) {
      CsvFile.write(
          directory.resolve(CloudFile.NAME),
          CloudFile.COLUMNS,
          results.evaluated().stream().flatMap(this::evaluations));
    }
    if (results.bound().isPresent()) {
      CsvFile.write(
          directory.resolve(BOUND),
          names(objectives()),
          results.bound().get().curve().stream().map(point -> values(objectives(), point)));
    }
    writeAllocations(directory.resolve(ALLOCATIONS));
  }

  private List<Column<Integer>> frontColumns() {
    NamedPoints named = new NamedPoints(results);
    List<FrontPoint> front = results.front();
    List<AllocationTotals> totals =
        front.stream()
            .map(point ->
                AllocationOutcome.of(results.study().problem(), point.allocation()).totals())
            .toList();
    Objective first = objectives().first();
    Objective second = objectives().second();
    return List.of(
        numbers("point", i -> i + 1.0),
        new Column<>("name", named::name),
        numbers(first.key(), i -> first.loss(front.get(i).losses().first())),
        numbers(second.key(), i -> second.loss(front.get(i).losses().second())),
        new Column<>("source", i -> front.get(i).source()),
        numbers("mean_utility", i -> totals.get(i).utility()),
        numbers("mean_energy_j", i -> totals.get(i).joules()),
        numbers("mean_makespan_s", i -> totals.get(i).makespanSeconds()),
        numbers("mean_cost", i -> totals.get(i).cost()),
        numbers("mean_on_time", i -> totals.get(i).onTime()),
        numbers("mean_dropped", i -> totals.get(i).dropped()));
  }

  private static <T> Column<T> numbers(String name, ToDoubleFunction<T> value) {
    return new Column<>(name, row -> number(value.applyAsDouble(row)));
  }

  private Stream<List<String>> points(Snapshot snapshot) {
    List<String> front = List.of(snapshot.source(), Integer.toString(snapshot.generation()));
    return snapshot.losses().stream().map(point -> row(front, values(objectives(), point)));
  }

  static List<String> row(List<String> first, List<String> others) {
    return Stream.concat(first.stream(), others.stream()).toList();
  }

  private List<Column<Snapshot>> indicators() {
    return List.of(
        new Column<>("population", Snapshot::source),
        new Column<>("generation", s -> s.generation() < 0 ? "" : number(s.generation())),
        numbers("points", s -> s.losses().size()),
        numbers("points_beyond", s -> results.beyond(s.losses())),
        numbers("hypervolume", s -> results.hypervolume(s.losses())),
        new Column<>("share_of_bound", s -> share(s.losses())),
        best(objectives().first(), Losses::first),
        best(objectives().second(), Losses::second));
  }

  private String share(List<Losses> points) {
    return results.share(points).stream().mapToObj(ParetoFiles::number).findFirst().orElse("");
  }

  private static Column<Snapshot> best(Objective objective, Function<Losses, Double> loss) {
    return new Column<>(
        "best_" + objective.key(),
        snapshot ->
            snapshot.losses().stream()
                .map(loss)
                .min(Double::compare)
                .map(least -> number(objective.loss(least)))
                .orElse(""));
  }

  private Stream<List<String>> evaluations(Evaluated evaluated) {
    String point = Integer.toString(results.front().indexOf(evaluated.point()) + 1);
    return IntStream.range(0, evaluated.cloud().size())
        .mapToObj(i ->
            List.of(
                point,
                Integer.toString(i + 1),
                number(evaluated.cloud().utility(i)),
                number(evaluated.cloud().joules(i))));
  }

  static List<String> names(ObjectivePair objectives) {
    return List.of(objectives.first().key(), objectives.second().key());
  }

  static List<String> values(ObjectivePair objectives, Losses point) {
    return List.of(
        number(objectives.first().loss(point.first())),
        number(objectives.second().loss(point.second())));
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

  private ObjectivePair objectives() {
    return results.study().objectives();
  }
}
