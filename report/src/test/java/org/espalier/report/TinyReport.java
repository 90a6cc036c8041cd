package org.espalier.report;

import java.util.List;

/** A report of two scenarios, and variations of it. */
final class TinyReport {

  static final ReportColumn COLUMN =
      new ReportColumn(
          "robustness", "Robustness", "%", "", "Share on time.", "", ColumnKind.PERCENT);
  static final ReportAxis POLICY = new ReportAxis("policy", "Policy", List.of("PAM", "MM"));
  static final ReportAxis LOAD = new ReportAxis("load", "Load", List.of("15k", "30k"));
  static final GanttTask TASK = new GanttTask(0, 0, 0, 1, 2, 5, 6, TaskFate.ON_TIME);
  static final GanttTrace TRACE =
      new GanttTrace(
          "pam", "PAM", 1, 0.001, List.of("m0"), List.of("t0"), List.of(TASK), List.of(), "");

  private TinyReport() {}

  static ReportData of(ReportFigure... figures) {
    return of(List.of(row("PAM", 35.1), row("MM", 18.3)), List.of(), List.of(figures));
  }

  static ReportData of(List<ReportRow> rows, List<AxisValue> baseline, List<ReportFigure> figures) {
    return new ReportData(
        facts("A tiny study"),
        List.of(COLUMN),
        List.of(POLICY, LOAD),
        rows,
        baseline,
        figures,
        List.of(TRACE),
        List.of());
  }

  static ReportData titled(String title) {
    ReportData data =
        of(bars("robustness", "policy", "load"), new GanttFigure("g", "G", "", List.of("pam")));
    return new ReportData(
        facts(title),
        data.columns(),
        data.axes(),
        data.rows(),
        data.baseline(),
        data.figures(),
        data.traces(),
        List.of(title));
  }

  static StudyFacts facts(String title) {
    return new StudyFacts("tiny", title, "", Long.MAX_VALUE, "0.1.0", "");
  }

  static ReportRow row(String policy, double robustness) {
    return new ReportRow(
        List.of(policy, "30k"), 30, List.of(Estimate.of(robustness, 1)), List.of());
  }

  /** Points of the policies. */
  static ScatterFigure scatter(
      boolean oneToOne, List<ScatterFigure.Series> series, ScatterFigure.Mark... marks) {
    boolean coloured = series.stream().anyMatch(one -> !one.colours().isEmpty());
    return new ScatterFigure(
        "scatter",
        "S",
        "",
        new ScatterFigure.Plane(
            new CurveFigure.Quantity("Energy", "MJ"),
            new CurveFigure.Quantity("Utility", ""),
            oneToOne),
        coloured ? new ScatterFigure.Colours("Drops", "%") : ScatterFigure.Colours.NONE,
        List.of(POLICY, LOAD),
        "policy",
        List.of(),
        series,
        List.of(marks));
  }

  /** Three points of a policy under all loads. */
  static ScatterFigure.Series points(String policy, ScatterFigure.Style style) {
    return new ScatterFigure.Series(
        List.of(policy, ""), style, List.of(8.0, 9.0, 12.0), List.of(20.0, 50.0, 60.0));
  }

  static ChartFigure bars(String column, String x, String series, AxisValue... filters) {
    return new ChartFigure(
        "f", ChartFigure.Kind.BARS, "F", "", column, x, series, List.of(filters));
  }
}
