package org.espalier.analysis.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.Evaluated;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.Snapshot;
import org.espalier.analysis.stochastic.Cloud;
import org.espalier.analysis.study.CloudFile;
import org.espalier.report.ColumnKind;
import org.espalier.report.CurveFigure;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ScatterFigure;
import org.espalier.report.StudyFacts;
import org.espalier.workload.document.Names;

/** The report of a study: its fronts, and what the allocations on them are like. */
final class ParetoReport {
  private static final String POPULATION = "population";
  private static final String GENERATION = "generation";
  private static final String BOUND = "bound";
  private static final String NO_GENERATION = "0";
  private static final double PERCENT = 100;
  private static final double PER_MEGAJOULE = 1e6;

  private final ParetoResults results;
  private final StaticProblem problem;
  private final ObjectivePair objectives;
  private final NamedPoints named;

  /** The second objective, along. */
  private final Shown x;

  /** The first objective, upwards. */
  private final Shown y;

  private ParetoReport(ParetoResults results) {
    this.results = results;
    this.problem = results.study().problem();
    this.objectives = results.study().objectives();
    this.named = new NamedPoints(results);
    this.x = Shown.of(objectives.second());
    this.y = Shown.of(objectives.first());
  }

  static ReportData of(ParetoResults results, String version, String command) {
    return new ParetoReport(results).data(version, command);
  }

  private ReportData data(String version, String command) {
    var about = results.study().about();
    List<ReportFigure> figures = new ArrayList<>();
    figures.add(fronts());
    figures.add(finalFront());
    boolean ofUtility = objectives.equals(ObjectivePair.UTILITY_ENERGY);
    if (ofUtility) {
      figures.add(ratioFigure("utility-per-energy-over-utility", y, true));
      figures.add(ratioFigure("utility-per-energy-over-energy", x, false));
    }
    if (!results.evaluated().isEmpty() && ofUtility) {
      figures.add(fuzzyFront());
      figures.add(variances());
    }
    MachineFigures machines = new MachineFigures(problem, results.front(), named);
    figures.addAll(machines.figures());
    return new ReportData(
        new StudyFacts(
            about.name(),
            about.title(),
            about.description(),
            results.study().seed(),
            version,
            command),
        measures().stream().map(Measure::column).toList(),
        List.of(populations(), generations()),
        rows(),
        List.of(),
        figures,
        List.of(),
        notes(machines.unused()),
        machines.tables(),
        ReportData.Findings.NONE);
  }

  private List<String> notes(List<String> unused) {
    List<String> notes = new ArrayList<>(results.study().notes());
    if (!results.isComplete()) {
      notes.add("The search was stopped before its end; --resume goes on with it.");
    }
    results.remarks().forEach(remark -> notes.add(Names.sentence(remark)));
    notes.add(
        "%s tasks on %s machines; hypervolumes are measured to %s and %s."
            .formatted(
                problem.tasks(),
                problem.machines(),
                y.text(results.reference().first()),
                x.text(results.reference().second())));
    notes.add(judging());
    notes.addAll(unused);
    return notes;
  }

  private String judging() {
    var judging = results.study().judging();
    return switch (judging.method()) {
      case EXPECTED ->
          "Allocations are judged by mean times and powers. Utility so found is that of the mean"
              + " completion times, not the expected utility.";
      case PERCENTILE ->
          "Allocations are judged by %s evaluations with drawn times and powers: utility that %s %% of them reach, energy that %s %% of them keep to."
              .formatted(
                  judging.samples(), judging.utilityPercentile(), judging.energyPercentile());
    };
  }

  // The table: one row for each front.

  /** A number of a front, by its points. */
  private record Measure(ReportColumn column, Function<List<Losses>, Estimate> value) {}

  private List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    if (results.bound().isPresent()) {
      measures.add(
          new Measure(
              new ReportColumn(
                  "share_of_bound",
                  "Share of the bound",
                  "%",
                  "hypervolume of the front / hypervolume of the bound",
                  "How much of what could be reached at most the front reaches.",
                  "",
                  ColumnKind.PERCENT),
              points -> Estimate.ofMean(PERCENT * results.share(points).orElse(Double.NaN))));
    }
    measures.add(
        new Measure(
            new ReportColumn(
                "hypervolume",
                "Hypervolume",
                "",
                "area that the front dominates, up to the reference point",
                "How good the front is as a whole.",
                "",
                ColumnKind.NUMBER),
            points -> Estimate.ofMean(results.hypervolume(points))));
    measures.add(count("points", "Points", "How many allocations the front has.", List::size));
    measures.add(
        count(
            "points_beyond",
            "Points beyond",
            "How many of them lie beyond the reference point and add nothing to the hypervolume.",
            results::beyond));
    measures.add(best(y, Losses::first));
    measures.add(best(x, Losses::second));
    return measures;
  }

  private static Measure count(
      String key, String label, String description, ToDoubleFunction<List<Losses>> count) {
    return new Measure(
        new ReportColumn(key, label, "", description, ColumnKind.COUNT),
        points -> Estimate.ofMean(count.applyAsDouble(points)));
  }

  private static Measure best(Shown shown, ToDoubleFunction<Losses> loss) {
    String end = shown.objective().isMaximised() ? "Most " : "Least ";
    String label = end + shown.label().toLowerCase(Locale.ROOT);
    String key = "best_" + shown.objective().key();
    return new Measure(
        new ReportColumn(
            key, label, shown.unit(), label + " of all on the front.", ColumnKind.NUMBER),
        points -> Estimate.ofMean(shown.of(points.stream().mapToDouble(loss).min().orElseThrow())));
  }

  private ReportAxis populations() {
    Set<String> names = new LinkedHashSet<>();
    results.snapshots().forEach(snapshot -> names.add(snapshot.source()));
    if (results.bound().isPresent()) {
      names.add(BOUND);
    }
    return new ReportAxis(POPULATION, "Population", List.copyOf(names));
  }

  private ReportAxis generations() {
    List<String> all =
        results.snapshots().stream()
            .map(Snapshot::generation)
            .distinct()
            .sorted(Comparator.reverseOrder())
            .map(generation -> Integer.toString(generation))
            .toList();
    return new ReportAxis(GENERATION, "Generations", all.isEmpty() ? List.of(NO_GENERATION) : all);
  }

  private List<ReportRow> rows() {
    return results.snapshots().stream()
        .filter(snapshot -> !snapshot.losses().isEmpty())
        .map(this::row)
        .toList();
  }

  private ReportRow row(Snapshot snapshot) {
    return new ReportRow(
        List.of(snapshot.source(), Integer.toString(snapshot.generation())),
        0,
        measures().stream().map(measure -> measure.value().apply(snapshot.losses())).toList(),
        List.of());
  }

  private ScatterFigure.Plane plane() {
    return new ScatterFigure.Plane(x.quantity(), y.quantity());
  }

  private ScatterFigure fronts() {
    List<ScatterFigure.Series> series = new ArrayList<>();
    boolean evolves = results.snapshots().stream().anyMatch(one -> one.generation() > 0);
    for (Snapshot snapshot : results.snapshots()) {
      boolean timeless = snapshot.generation() == 0 && evolves;
      List<String> values =
          List.of(snapshot.source(), timeless ? "" : Integer.toString(snapshot.generation()));
      series.add(points(values, ScatterFigure.Style.FRONT, snapshot.losses()));
    }
    results
        .bound()
        .ifPresent(bound ->
            series.add(points(List.of(BOUND, ""), ScatterFigure.Style.LINE, bound.curve())));
    return new ScatterFigure(
        "fronts",
        "Fronts",
        "Each point is a whole allocation. No allocation lies beyond the bound, where there is"
            + " one.",
        plane(),
        List.of(populations(), generations()),
        POPULATION,
        series);
  }

  private ScatterFigure.Series points(
      List<String> values, ScatterFigure.Style style, List<Losses> losses) {
    return new ScatterFigure.Series(values, style, x.all(losses, false), y.all(losses, true));
  }

  private ScatterFigure finalFront() {
    List<String> names = new ArrayList<>(List.of("front"));
    List<ScatterFigure.Series> series = new ArrayList<>();
    List<String> labels =
        results.front().stream().map(point -> "found by " + point.source()).toList();
    series.add(
        points(List.of("front"), ScatterFigure.Style.FRONT, results.losses()).withLabels(labels));
    results
        .bound()
        .ifPresent(bound -> {
          names.add(BOUND);
          series.add(points(List.of(BOUND), ScatterFigure.Style.LINE, bound.curve()));
        });
    return new ScatterFigure(
            "front",
            "The front of all",
            "What no other allocation found is better than in both objectives. A to E are the ends,"
                + " the middle and the points between them"
                + (named.peak() >= 0 ? "; the dashed lines mark most utility per energy." : "."),
            plane(),
            List.of(new ReportAxis(POPULATION, "Population", names)),
            POPULATION,
            series)
        .withMarks(marks());
  }

  private List<ScatterFigure.Mark> marks() {
    List<ScatterFigure.Mark> marks = new ArrayList<>();
    List<Losses> losses = results.losses();
    named
        .letters()
        .forEach((letter, index) -> {
          String label = index == named.knee() ? letter + ", knee" : letter;
          marks.add(mark(losses.get(index), label));
        });
    if (named.knee() >= 0 && !named.letters().containsValue(named.knee())) {
      marks.add(mark(losses.get(named.knee()), "knee"));
    }
    if (named.peak() >= 0) {
      Losses peak = losses.get(named.peak());
      marks.add(
          ScatterFigure.Mark.upright(
              List.of("front"), x.of(peak.second()), "most utility per energy"));
      marks.add(ScatterFigure.Mark.level(List.of("front"), y.of(peak.first()), "its utility"));
    }
    return marks;
  }

  private ScatterFigure.Mark mark(Losses at, String label) {
    return ScatterFigure.Mark.point(List.of("front"), x.of(at.second()), y.of(at.first()), label);
  }

  private ReportFigure ratioFigure(String id, Shown along, boolean first) {
    List<Losses> losses = results.losses().stream().filter(p -> p.second() > 0).toList();
    List<Double> ratios =
        losses.stream().map(p -> -p.first() / p.second() * PER_MEGAJOULE).toList();
    List<ScatterFigure.Mark> marks = new ArrayList<>();
    if (named.peak() >= 0) {
      Losses peak = results.losses().get(named.peak());
      double at = along.of(first ? peak.first() : peak.second());
      marks.add(ScatterFigure.Mark.upright(List.of("front"), at, "most"));
    }
    String over = along.label().toLowerCase(Locale.ROOT);
    return new ScatterFigure(
            id,
            "Utility per energy over " + over,
            "Where it is highest the system earns most for its energy (DISSERTATION figure 5.5).",
            new ScatterFigure.Plane(
                along.quantity(), new CurveFigure.Quantity("Utility per energy", "1/MJ")),
            List.of(new ReportAxis(POPULATION, "Population", List.of("front"))),
            POPULATION,
            List.of(
                new ScatterFigure.Series(
                    List.of("front"),
                    ScatterFigure.Style.POINTS,
                    along.all(losses, first),
                    ratios)))
        .withMarks(marks);
  }

  // Distributions.

  /** Figures 7.4 to 7.6 of the source: another study's lies below that of this one. */
  private ScatterFigure fuzzyFront() {
    List<CloudFile.Place> drawn = new ArrayList<>();
    for (Evaluated evaluated : results.evaluated()) {
      for (int i = 0; i < evaluated.cloud().size(); i++) {
        drawn.add(new CloudFile.Place(evaluated.cloud().utility(i), evaluated.cloud().joules(i)));
      }
    }
    List<CloudFile.Place> squares =
        results.evaluated().stream()
            .map(evaluated -> evaluated.point().losses())
            .map(losses -> new CloudFile.Place(-losses.first(), losses.second()))
            .toList();
    List<String> names = new ArrayList<>(List.of("evaluations", "front"));
    List<ScatterFigure.Series> series = new ArrayList<>();
    results
        .study()
        .judging()
        .beside()
        .ifPresent(other -> {
          String name = other.directory().getFileName() + ": ";
          series.add(fuzzy(name + "evaluations", ScatterFigure.Style.CLOUD, other.evaluations()));
          series.add(fuzzy(name + "front", ScatterFigure.Style.SQUARES, other.front()));
          series.forEach(one -> names.add(one.values().getFirst()));
        });
    series.add(fuzzy("evaluations", ScatterFigure.Style.CLOUD, drawn));
    series.add(fuzzy("front", ScatterFigure.Style.SQUARES, squares));
    return new ScatterFigure(
        "fuzzy-front",
        "Fuzzy front",
        "Squares are the front as it was judged; dots are evaluations of its allocations with drawn"
            + " times and powers (DISSERTATION figures 7.4 to 7.6).",
        plane(),
        List.of(new ReportAxis(POPULATION, "What", names)),
        POPULATION,
        series);
  }

  private ScatterFigure.Series fuzzy(
      String name, ScatterFigure.Style style, List<CloudFile.Place> places) {
    List<Double> utilities = places.stream().map(CloudFile.Place::utility).toList();
    List<Double> energies = places.stream().map(place -> place.joules() / PER_MEGAJOULE).toList();
    return new ScatterFigure.Series(List.of(name), style, energies, utilities);
  }

  /** Figure 7.7 of the source. */
  private ScatterFigure variances() {
    List<Cloud> clouds = results.evaluated().stream().map(Evaluated::cloud).toList();
    double least = positive(clouds.stream().mapToDouble(Cloud::meanJoules).min());
    double most = positive(clouds.stream().mapToDouble(Cloud::meanUtility).max());
    ScatterFigure.Series spread =
        ScatterFigure.Series.ellipses(
                List.of("evaluations"),
                numbers(clouds, cloud -> cloud.meanJoules() / least),
                numbers(clouds, cloud -> cloud.meanUtility() / most),
                numbers(clouds, cloud -> Math.sqrt(cloud.varianceOfJoules()) / least),
                numbers(clouds, cloud -> Math.sqrt(cloud.varianceOfUtility()) / most))
            .withColours(numbers(clouds, Cloud::meanDropped));
    return new ScatterFigure(
        "variances",
        "Spread of each allocation",
        "Around the mean of the evaluations, one standard deviation to each side. Energy is over"
            + " the smallest mean, utility over the largest (DISSERTATION figure 7.7).",
        new ScatterFigure.Plane(
            new CurveFigure.Quantity("Energy over its smallest", ""),
            new CurveFigure.Quantity("Utility over its largest", ""),
            true),
        new ScatterFigure.Colours("Tasks dropped", ""),
        List.of(new ReportAxis(POPULATION, "What", List.of("evaluations"))),
        POPULATION,
        List.of(),
        List.of(spread),
        List.of());
  }

  /** What other numbers are divided by. */
  private static List<Double> numbers(List<Cloud> clouds, ToDoubleFunction<Cloud> number) {
    return clouds.stream().mapToDouble(number).boxed().toList();
  }

  private static double positive(OptionalDouble number) {
    return number.orElse(1) > 0 ? number.orElse(1) : 1;
  }
}
