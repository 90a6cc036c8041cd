package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.FoundBound;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.core.model.Machine;
import org.espalier.report.ColumnKind;
import org.espalier.report.Estimate;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportData;
import org.espalier.report.ReportRow;
import org.espalier.report.ScatterFigure;
import org.espalier.report.StudyFacts;

/** The fronts and bounds of several systems side by side: a table, CSV files and a report. */
public final class SystemsReport {
  private static final String REPORT = "report.html";
  private static final String SYSTEMS = "systems.csv";
  private static final String SYSTEM = "system";
  private static final String WITH_IDLE = "energy_with_idle_j";

  private final List<ParetoResults> results;
  private final ParetoStudy study;
  private final ObjectivePair objectives;
  private final Shown x;
  private final Shown y;

  /** What the table says of a system: NaN where it is not known. */
  private record Column(ReportColumn shown, double factor, ToDoubleFunction<ParetoResults> value) {}

  /**
   * A report.
   *
   * @param results of each system, at least one, in the order in which they are shown
   */
  public SystemsReport(List<ParetoResults> results) {
    this.results = List.copyOf(results);
    this.study = results.getFirst().study();
    this.objectives = study.objectives();
    this.x = Shown.of(objectives.second());
    this.y = Shown.of(objectives.first());
  }

  /** The directory to write to, which replaces only such reports. */
  public static OwnDirectory directory(Path path) {
    return new OwnDirectory(path, Set.of(REPORT, SYSTEMS, ParetoFiles.FRONTS, ParetoFiles.BOUND));
  }

  /**
   * Writes the report, and systems, fronts and bounds as CSV.
   *
   * @return the report
   */
  public Path write(OwnDirectory directory, String version, String command) throws IOException {
    directory.write(draft -> {
      ParetoFiles.write(draft.resolve(SYSTEMS), systems());
      ParetoFiles.write(draft.resolve(ParetoFiles.FRONTS), fronts());
      ParetoFiles.write(draft.resolve(ParetoFiles.BOUND), points(SystemsReport::bound));
      HtmlReport.write(data(version, command), draft.resolve(REPORT));
    });
    return directory.path().resolve(REPORT);
  }

  private static List<Losses> bound(ParetoResults found) {
    return found.bound().map(FoundBound::curve).orElse(List.of());
  }

  private static String name(ParetoResults found) {
    return found.study().inputs().machinesText();
  }

  // The table.

  /** The columns of the table, behind the name of the system. */
  public List<ReportColumn> columns() {
    return table().stream().map(Column::shown).toList();
  }

  /** A row for each system. */
  public List<ReportRow> rows() {
    return results.stream().map(this::row).toList();
  }

  private List<Column> table() {
    String share = "How much of what could be reached at most the front reaches.";
    String idle =
        "Of all on the front: executions, and the idle power of all machines from the first arrival"
            + " until the last completion.";
    return List.of(
        new Column(
            new ReportColumn("machines", "Machines", "", "Of the system.", ColumnKind.COUNT),
            1,
            found -> found.study().problem().machines()),
        best("bound_", "Bound on ", y, r -> least(bound(r), Losses::first)),
        best("bound_", "Bound on ", x, r -> least(bound(r), Losses::second)),
        best("best_", "Best ", y, r -> least(r.losses(), Losses::first)),
        best("best_", "Best ", x, r -> least(r.losses(), Losses::second)),
        column("share_of_bound", "Share of the bound", "%", share, 100, SystemsReport::share),
        column(
            WITH_IDLE,
            "Least energy with idle machines",
            "MJ",
            idle,
            1e-6,
            r -> least(r.front(), point -> joules(r, point))));
  }

  private static Column best(
      String prefix, String words, Shown shown, ToDoubleFunction<ParetoResults> loss) {
    String label = words + shown.label().toLowerCase(Locale.ROOT);
    return column(
        prefix + shown.objective().key(),
        label,
        shown.unit(),
        label + ", whatever the other.",
        shown.factor(),
        found -> shown.objective().loss(loss.applyAsDouble(found)));
  }

  private static Column column(
      String key,
      String label,
      String unit,
      String description,
      double factor,
      ToDoubleFunction<ParetoResults> value) {
    return new Column(
        new ReportColumn(key, label, unit, description, ColumnKind.NUMBER), factor, value);
  }

  private static <T> double least(List<T> all, ToDoubleFunction<T> value) {
    return all.stream().mapToDouble(value).min().orElse(Double.NaN);
  }

  private static double share(ParetoResults found) {
    return found.front().isEmpty() ? Double.NaN : found.share(found.losses()).orElse(Double.NaN);
  }

  private ReportRow row(ParetoResults found) {
    List<Estimate> estimates =
        table().stream()
            .map(column -> column.factor() * column.value().applyAsDouble(found))
            .map(value -> Double.isNaN(value) ? Estimate.absent() : Estimate.ofMean(value))
            .toList();
    return new ReportRow(List.of(name(found)), 0, estimates, List.of());
  }

  // Energy of machines that wait.

  /** Whether the systems say what machines draw that wait. */
  public boolean knowsIdlePower() {
    return study.problem().system().machineTypes().stream().anyMatch(type -> type.idleWatts() > 0);
  }

  /**
   * The energy of an allocation, counted as studies of policies do. All machines are on from the
   * first arrival until the last completion, and draw their idle power while they do not execute.
   */
  private static double joules(ParetoResults found, FrontPoint point) {
    StaticProblem problem = found.study().problem();
    List<Machine> machines = problem.system().machines();
    AllocationOutcome outcome = AllocationOutcome.of(problem, point.allocation());
    double joules = outcome.totals().joules();
    double first = Double.POSITIVE_INFINITY;
    for (int task = 0; task < problem.tasks(); task++) {
      first = Math.min(first, problem.arrival(task));
      if (!Double.isNaN(outcome.completion(task))) {
        int placement = point.allocation().placement(task);
        joules -=
            problem.seconds(problem.type(task), problem.modeOf(placement))
                * machines.get(problem.machineOf(placement)).type().idleWatts();
      }
    }
    double seconds = Math.max(0, outcome.totals().makespanSeconds() - first);
    return joules + seconds * machines.stream().mapToDouble(m -> m.type().idleWatts()).sum();
  }

  // CSV files.

  private List<List<String>> systems() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(SYSTEM, columns().stream().map(ReportColumn::key).toList()));
    for (ParetoResults found : results) {
      List<String> values =
          table().stream()
              .map(column -> column.value().applyAsDouble(found))
              .map(value -> Double.isNaN(value) ? "" : ParetoFiles.number(value))
              .toList();
      rows.add(row(name(found), values));
    }
    return rows;
  }

  private List<List<String>> fronts() {
    List<List<String>> rows = points(ParetoResults::losses);
    List<String> joules = new ArrayList<>(List.of(WITH_IDLE));
    for (ParetoResults found : results) {
      found.front().forEach(point -> joules.add(ParetoFiles.number(joules(found, point))));
    }
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).add(joules.get(i));
    }
    return rows;
  }

  private List<List<String>> points(Function<ParetoResults, List<Losses>> of) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(SYSTEM, List.of(objectives.first().key(), objectives.second().key())));
    for (ParetoResults found : results) {
      of.apply(found)
          .forEach(point -> rows.add(row(name(found), ParetoFiles.values(objectives, point))));
    }
    return rows;
  }

  private static List<String> row(String first, List<String> others) {
    List<String> row = new ArrayList<>(List.of(first));
    row.addAll(others);
    return row;
  }

  // The report.

  private ReportData data(String version, String command) {
    ReportAxis systems =
        new ReportAxis(SYSTEM, "System", results.stream().map(SystemsReport::name).toList());
    List<String> notes = new ArrayList<>(study.notes());
    notes.add("Thin lines are bounds: no allocation of the system lies beyond its own.");
    if (!knowsIdlePower()) {
      notes.add("The system gives no idle power, so that machines which wait draw nothing here.");
    }
    return new ReportData(
        new StudyFacts(
            study.about().name() + "-systems",
            study.about().title(),
            study.about().description(),
            study.seed(),
            version,
            command),
        columns(),
        List.of(systems),
        rows(),
        List.of(),
        List.of(figure(systems)),
        List.of(),
        notes,
        List.of());
  }

  private ScatterFigure figure(ReportAxis systems) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    results.forEach(found -> add(series, found, ScatterFigure.Style.LINE, bound(found)));
    results.forEach(found -> add(series, found, ScatterFigure.Style.FRONT, found.losses()));
    return new ScatterFigure(
        "systems",
        "Fronts and bounds of each system",
        "Each point is a whole allocation; thin lines are bounds.",
        new ScatterFigure.Plane(x.quantity(), y.quantity()),
        List.of(systems),
        SYSTEM,
        series);
  }

  private void add(
      List<ScatterFigure.Series> series,
      ParetoResults found,
      ScatterFigure.Style style,
      List<Losses> points) {
    if (!points.isEmpty()) {
      series.add(
          new ScatterFigure.Series(
              List.of(name(found)), style, x.all(points, false), y.all(points, true)));
    }
  }
}
