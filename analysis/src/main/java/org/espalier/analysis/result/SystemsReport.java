package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.front.FrontShape;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.study.ParetoStudy;
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
import org.espalier.workload.text.CsvFile;

/**
 * The fronts and bounds of several systems side by side: a table, CSV files and a report. Energy is
 * that of studies of policies: machines that wait draw their idle power.
 */
public final class SystemsReport {
  private static final String REPORT = "report.html";
  private static final String SYSTEMS = "systems.csv";
  private static final String SYSTEM = "system";

  private final List<ParetoResults> results;

  /** In the order of the results. */
  private final List<WithIdlePower> counted;

  private final Optional<Losses> today;
  private final ParetoStudy study;
  private final ObjectivePair objectives;
  private final Shown x;
  private final Shown y;

  /** What the table says of a system: NaN where it is not known. */
  private record Column(ReportColumn shown, double factor, ToDoubleFunction<WithIdlePower> value) {}

  /**
   * A report.
   *
   * @param results of each system, at least one, in the order in which they are shown; searched
   *     {@linkplain ParetoStudy#beyondIdlePower() beyond idle power}
   */
  public SystemsReport(List<ParetoResults> results) {
    this.results = List.copyOf(results);
    this.study = results.getFirst().study();
    this.objectives = study.objectives();
    this.x = shown(objectives.second());
    this.y = shown(objectives.first());
    this.counted = results.stream().map(WithIdlePower::new).toList();
    List<Losses> front = todaysSystem().losses();
    this.today =
        front.isEmpty()
            ? Optional.empty()
            : Optional.of(front.get(Math.max(0, FrontShape.knee(front))));
  }

  private Shown shown(Objective objective) {
    Shown shown = Shown.of(objective);
    return objective == Objective.ENERGY && knowsIdlePower()
        ? new Shown(objective, "Energy with idle machines", shown.unit(), shown.factor())
        : shown;
  }

  /** The system as its file has it; the first one if that is not among them. */
  private WithIdlePower todaysSystem() {
    return counted.stream()
        .filter(system -> system.results().study().inputs().isToday())
        .findFirst()
        .orElse(counted.getFirst());
  }

  /** What was cut short, and what the last columns of the table are measured against. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    results.forEach(found ->
        found.unfinished().forEach(part -> notes.add("%s: %s.".formatted(name(found), part))));
    today.ifPresent(at ->
        notes.add(
            "Today is %s, at %s: %s, %s."
                .formatted(
                    name(todaysSystem().results()),
                    FrontShape.knee(todaysSystem().losses()) < 0
                        ? "the first end of its front, which has no knee"
                        : "the knee of its front",
                    y.text(at.first()),
                    x.text(at.second()))));
    return notes;
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
      CsvFile.write(
          draft.resolve(SYSTEMS),
          ParetoFiles.row(List.of(SYSTEM), columns().stream().map(ReportColumn::key).toList()),
          counted.stream().map(this::numbers));
      writePoints(draft.resolve(ParetoFiles.FRONTS), WithIdlePower::losses);
      writePoints(draft.resolve(ParetoFiles.BOUND), WithIdlePower::curve);
      HtmlReport.write(data(version, command), draft.resolve(REPORT));
    });
    return directory.path().resolve(REPORT);
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
    return counted.stream().map(this::row).toList();
  }

  private List<Column> table() {
    String share = "How much of what could be reached at most the front reaches.";
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            new ReportColumn("machines", "Machines", "", "Of the system.", ColumnKind.COUNT),
            1,
            system -> system.results().study().problem().machines()));
    columns.add(best("bound_", "Bound on ", y, WithIdlePower::boundOnFirst));
    columns.add(best("bound_", "Bound on ", x, WithIdlePower::boundOnSecond));
    columns.add(best("best_", "Best ", y, s -> least(s.losses(), Losses::first)));
    columns.add(best("best_", "Best ", x, s -> least(s.losses(), Losses::second)));
    columns.add(column("share_of_bound", "Share of the bound", "%", share, 100, this::share));
    today.ifPresent(at -> {
      columns.add(
          atToday(y, x, s -> least(within(s, p -> p.second() <= at.second()), Losses::first)));
      columns.add(
          atToday(x, y, s -> least(within(s, p -> p.first() <= at.first()), Losses::second)));
    });
    return columns;
  }

  private static List<Losses> within(WithIdlePower system, Predicate<Losses> wanted) {
    return system.losses().stream().filter(wanted).toList();
  }

  private static Column atToday(Shown shown, Shown other, ToDoubleFunction<WithIdlePower> loss) {
    String today = other.label().toLowerCase(Locale.ROOT);
    return column(
        shown.objective().key() + "_at_todays_" + other.objective().key(),
        "%s at today's %s".formatted(shown.label(), today),
        shown.unit(),
        "The best of all on the front whose %s is not worse than today's; empty where none is so."
            .formatted(today),
        shown.factor(),
        found -> shown.objective().loss(loss.applyAsDouble(found)));
  }

  private static Column best(
      String prefix, String words, Shown shown, ToDoubleFunction<WithIdlePower> loss) {
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
      ToDoubleFunction<WithIdlePower> value) {
    return new Column(
        new ReportColumn(key, label, unit, description, ColumnKind.NUMBER), factor, value);
  }

  private static <T> double least(List<T> all, ToDoubleFunction<T> value) {
    return all.stream().mapToDouble(value).min().orElse(Double.NaN);
  }

  /** In the plane of the search. */
  private double share(WithIdlePower system) {
    ParetoResults found = system.results();
    return found.front().isEmpty() ? Double.NaN : found.share(found.losses()).orElse(Double.NaN);
  }

  private ReportRow row(WithIdlePower found) {
    List<Estimate> estimates =
        table().stream()
            .map(column -> column.factor() * column.value().applyAsDouble(found))
            .map(Estimate::ofMean)
            .toList();
    return new ReportRow(List.of(name(found.results())), 0, estimates, List.of());
  }

  // Energy of machines that wait.

  /** Whether the systems say what machines draw that wait. */
  public boolean knowsIdlePower() {
    return study.problem().system().machineTypes().stream().anyMatch(type -> type.idleWatts() > 0);
  }

  // CSV files.

  private List<String> numbers(WithIdlePower found) {
    List<String> values =
        table().stream()
            .map(column -> column.value().applyAsDouble(found))
            .map(value -> Double.isNaN(value) ? "" : ParetoFiles.number(value))
            .toList();
    return ParetoFiles.row(List.of(name(found.results())), values);
  }

  private void writePoints(Path file, Function<WithIdlePower, List<Losses>> of) throws IOException {
    CsvFile.write(
        file,
        ParetoFiles.row(List.of(SYSTEM), ParetoFiles.names(objectives)),
        counted.stream()
            .flatMap(found -> {
              List<String> system = List.of(name(found.results()));
              return of.apply(found).stream()
                  .map(point -> ParetoFiles.row(system, ParetoFiles.values(objectives, point)));
            }));
  }

  // The report.

  private ReportData data(String version, String command) {
    ReportAxis systems =
        new ReportAxis(SYSTEM, "System", results.stream().map(SystemsReport::name).toList());
    List<String> notes = new ArrayList<>(study.notes());
    notes.add("Thin lines are bounds: no allocation of the system lies beyond its own.");
    notes.addAll(notes());
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
        notes);
  }

  private ScatterFigure figure(ReportAxis systems) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    counted.forEach(found -> add(series, found, ScatterFigure.Style.LINE, found.curve()));
    counted.forEach(found -> add(series, found, ScatterFigure.Style.FRONT, found.losses()));
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
      WithIdlePower found,
      ScatterFigure.Style style,
      List<Losses> points) {
    if (!points.isEmpty()) {
      series.add(
          new ScatterFigure.Series(
              List.of(name(found.results())), style, x.all(points, false), y.all(points, true)));
    }
  }
}
