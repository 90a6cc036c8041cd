package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.analysis.front.Losses;
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

/** The fronts and bounds of several systems side by side. */
public final class WhatIfReport {
  private static final String REPORT = "report.html";
  private static final String SYSTEM = "system";

  private final ParetoStudy study;
  private final Map<String, ParetoResults> results;
  private final Shown x;
  private final Shown y;

  /**
   * A report.
   *
   * @param study of the system as it is
   * @param results by the name of the system, in the order in which they are shown
   */
  public WhatIfReport(ParetoStudy study, Map<String, ParetoResults> results) {
    this.study = study;
    this.results = results;
    this.x = Shown.of(study.objectives().second());
    this.y = Shown.of(study.objectives().first());
  }

  /** The directory to write to, which replaces only such reports. */
  public static OwnDirectory directory(Path path) {
    return new OwnDirectory(path, Set.of(REPORT, ParetoFiles.FRONTS, ParetoFiles.BOUND));
  }

  /**
   * Writes the report, and fronts and bounds as CSV.
   *
   * @return the report
   */
  public Path write(OwnDirectory directory, String version, String command) throws IOException {
    directory.write(draft -> {
      ParetoFiles.writeFronts(draft.resolve(ParetoFiles.FRONTS), study.objectives(), fronts());
      ParetoFiles.writeFronts(draft.resolve(ParetoFiles.BOUND), study.objectives(), bounds());
      HtmlReport.write(data(version, command), draft.resolve(REPORT));
    });
    return directory.path().resolve(REPORT);
  }

  private Map<String, List<Losses>> fronts() {
    Map<String, List<Losses>> fronts = new LinkedHashMap<>();
    results.forEach((name, found) -> fronts.put(name, found.losses()));
    return fronts;
  }

  private Map<String, List<Losses>> bounds() {
    Map<String, List<Losses>> bounds = new LinkedHashMap<>();
    results.forEach(
        (name, found) -> found.bound().ifPresent(bound -> bounds.put(name, bound.curve())));
    return bounds;
  }

  private ReportData data(String version, String command) {
    ReportAxis systems = new ReportAxis(SYSTEM, "System", List.copyOf(results.keySet()));
    return new ReportData(
        new StudyFacts(
            study.about().name() + "-what-if",
            "What if: " + study.about().title(),
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
        List.of("Thin lines are bounds: no allocation of the system lies beyond its own."),
        List.of());
  }

  private ScatterFigure figure(ReportAxis systems) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    bounds().forEach((name, curve) -> add(series, name, ScatterFigure.Style.LINE, curve));
    fronts().forEach((name, front) -> add(series, name, ScatterFigure.Style.FRONT, front));
    return new ScatterFigure(
        "what-if",
        "Fronts and bounds of each system",
        "Each point is a whole allocation; thin lines are bounds.",
        new ScatterFigure.Plane(x.quantity(), y.quantity()),
        ScatterFigure.Colours.NONE,
        List.of(systems),
        SYSTEM,
        List.of(),
        series,
        List.of());
  }

  private void add(
      List<ScatterFigure.Series> series,
      String name,
      ScatterFigure.Style style,
      List<Losses> points) {
    if (!points.isEmpty()) {
      series.add(
          new ScatterFigure.Series(
              List.of(name), style, x.all(points, false), y.all(points, true)));
    }
  }

  private List<ReportColumn> columns() {
    return List.of(
        column("machines", "Machines", "", ColumnKind.COUNT, "Machines of the system."),
        best("bound_first", "Bound on ", y),
        best("bound_second", "Bound on ", x),
        best("best_first", "Best ", y),
        best("best_second", "Best ", x));
  }

  private static ReportColumn best(String key, String prefix, Shown shown) {
    String label = prefix + shown.label().toLowerCase(Locale.ROOT);
    return column(key, label, shown.unit(), ColumnKind.NUMBER, label + ", whatever the other.");
  }

  private static ReportColumn column(
      String key, String label, String unit, ColumnKind kind, String description) {
    return new ReportColumn(key, label, unit, "", description, "", kind);
  }

  private List<ReportRow> rows() {
    List<ReportRow> rows = new ArrayList<>();
    results.forEach((name, found) -> rows.add(row(name, found)));
    return rows;
  }

  private ReportRow row(String name, ParetoResults found) {
    List<Losses> bound = found.bound().map(curve -> curve.curve()).orElse(List.of());
    List<Estimate> estimates =
        List.of(
            Estimate.ofMean(found.study().problem().machines()),
            best(bound, true),
            best(bound, false),
            best(found.losses(), true),
            best(found.losses(), false));
    return new ReportRow(List.of(name), 1, estimates, List.of());
  }

  private Estimate best(List<Losses> points, boolean first) {
    Shown shown = first ? y : x;
    return points.stream().mapToDouble(first ? Losses::first : Losses::second).min().stream()
        .mapToObj(least -> Estimate.ofMean(shown.of(least)))
        .findFirst()
        .orElse(Estimate.absent());
  }
}
