package org.espalier.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything a report shows.
 *
 * <p>It is checked as a whole when built: what refers to a column, an axis, a value of an axis or a
 * trace must name one that is there, and no two rows may stand for the same scenario.
 *
 * @param study what was studied
 * @param columns the results, in the order of the table
 * @param axes what was varied, in the order of the table
 * @param rows one per scenario
 * @param baseline the axis values that single out the rows against which differences were taken,
 *     such as policy MM; empty where nothing was compared
 * @param figures the figures, in the order of the page
 * @param traces the trials that Gantt charts show
 * @param notes what a reader should know about how the results came about
 * @param tables further results that charts show
 */
public record ReportData(
    StudyFacts study,
    List<ReportColumn> columns,
    List<ReportAxis> axes,
    List<ReportRow> rows,
    List<AxisValue> baseline,
    List<ReportFigure> figures,
    List<GanttTrace> traces,
    List<String> notes,
    List<ReportTable> tables) {

  /** A report without further tables. */
  public ReportData(
      StudyFacts study,
      List<ReportColumn> columns,
      List<ReportAxis> axes,
      List<ReportRow> rows,
      List<AxisValue> baseline,
      List<ReportFigure> figures,
      List<GanttTrace> traces,
      List<String> notes) {
    this(study, columns, axes, rows, baseline, figures, traces, notes, List.of());
  }

  /** Refuses data that contradicts itself, and says where. */
  public ReportData {
    columns = List.copyOf(columns);
    axes = List.copyOf(axes);
    rows = List.copyOf(rows);
    baseline = List.copyOf(baseline);
    figures = List.copyOf(figures);
    traces = List.copyOf(traces);
    notes = List.copyOf(notes);
    tables = List.copyOf(tables);
    new References(columns, axes, traces, tables).check(rows, baseline, figures);
  }

  /** What the rest of the data may refer to. */
  private record References(
      List<ReportColumn> columns,
      List<ReportAxis> axes,
      List<GanttTrace> traces,
      List<ReportTable> tables) {

    static References of(ReportTable table) {
      return new References(table.columns(), table.axes(), List.of(), List.of());
    }

    void check(List<ReportRow> rows, List<AxisValue> baseline, List<ReportFigure> figures) {
      Check.distinct("column key", columnKeys());
      Check.distinct("axis name", axisNames());
      Check.distinct("trace id", traceIds());
      Check.distinct("table id", tableIds());
      Check.distinct("figure id", figures.stream().map(ReportFigure::id).toList());
      tables.forEach(table -> of(table).check(table.rows(), List.of(), List.of()));
      Check.distinct("row", rows.stream().map(ReportRow::values).toList());
      rows.forEach(this::checkRow);
      baseline.forEach(value -> checkValue("baseline", value));
      figures.forEach(this::checkFigure);
    }

    private List<String> columnKeys() {
      return columns.stream().map(ReportColumn::key).toList();
    }

    private List<String> axisNames() {
      return axes.stream().map(ReportAxis::name).toList();
    }

    private List<String> traceIds() {
      return traces.stream().map(GanttTrace::id).toList();
    }

    private List<String> tableIds() {
      return tables.stream().map(ReportTable::id).toList();
    }

    private void checkRow(ReportRow row) {
      checkScenario("row " + row.values(), row.values());
      Check.that(
          row.estimates().size() == columns.size(),
          "row %s has %d estimates for %d columns"
              .formatted(row.values(), row.estimates().size(), columns.size()));
    }

    private void checkScenario(String what, List<String> values) {
      Check.that(
          values.size() == axes.size(),
          what + " must have one value for each of the axes " + axisNames());
      for (int i = 0; i < axes.size(); i++) {
        ReportAxis axis = axes.get(i);
        Check.known(what + ": value of axis " + axis.name(), values.get(i), axis.values());
      }
    }

    private void checkFigure(ReportFigure figure) {
      switch (figure) {
        case ChartFigure chart when chart.table().isEmpty() -> checkChart(chart);
        case ChartFigure chart -> checkChartOfTable(chart);
        case DistributionFigure distribution -> checkDistribution(distribution);
        case CurveFigure curves -> checkCurves(curves);
        case ScatterFigure scatter -> checkScatter(scatter);
        case GanttFigure gantt -> checkGantt(gantt);
        case MatrixFigure matrix -> {} // refers to nothing
        case DecisionFigure decision -> {} // refers to nothing
      }
    }

    private void checkChartOfTable(ChartFigure chart) {
      Check.known("figure " + chart.id() + ": table", chart.table(), tableIds());
      of(tables.get(tableIds().indexOf(chart.table()))).checkChart(chart);
    }

    private static void checkCurves(CurveFigure figure) {
      References own = new References(List.of(), figure.axes(), List.of(), List.of());
      String where = "figure " + figure.id() + ": ";
      Check.known(where + "axis", figure.seriesAxis(), own.axisNames());
      figure.filters().forEach(filter -> own.checkValue(where + "filter", filter));
      for (CurveFigure.Curve curve : figure.curves()) {
        own.checkScenario(where + "curve of " + curve.values(), curve.values());
      }
    }

    private static void checkScatter(ScatterFigure figure) {
      References own = new References(List.of(), figure.axes(), List.of(), List.of());
      String where = "figure " + figure.id() + ": ";
      Check.known(where + "axis", figure.seriesAxis(), own.axisNames());
      figure.filters().forEach(filter -> own.checkValue(where + "filter", filter));
      int colour = own.axisNames().indexOf(figure.seriesAxis());
      for (ScatterFigure.Series series : figure.series()) {
        own.checkShared(where + "series of " + series.values(), series.values());
        Check.text(where + "colour of a series", series.values().get(colour));
      }
      for (ScatterFigure.Mark mark : figure.marks()) {
        own.checkShared(where + "mark " + mark.label(), mark.values());
      }
    }

    /** Like a scenario, but with empty values where all of an axis are meant. */
    private void checkShared(String what, List<String> values) {
      List<String> some = new ArrayList<>(values);
      for (int i = 0; i < Math.min(some.size(), axes.size()); i++) {
        if (some.get(i).isEmpty()) {
          some.set(i, axes.get(i).values().getFirst());
        }
      }
      checkScenario(what, some);
    }

    private void checkGantt(GanttFigure figure) {
      for (String trace : figure.traces()) {
        Check.known("figure " + figure.id() + ": trace", trace, traceIds());
      }
    }

    private void checkChart(ChartFigure figure) {
      String where = "figure " + figure.id() + ": ";
      Check.known(where + "column", figure.column(), columnKeys());
      for (String axis : shownAxes(figure)) {
        Check.known(where + "axis", axis, axisNames());
      }
      figure.filters().forEach(filter -> checkValue(where + "filter", filter));
    }

    private void checkDistribution(DistributionFigure figure) {
      String where = "figure " + figure.id() + ": ";
      Check.known(where + "column", figure.column(), columnKeys());
      Check.known(where + "axis", figure.seriesAxis(), axisNames());
      figure.filters().forEach(filter -> checkValue(where + "filter", filter));
      for (DistributionFigure.Curve curve : figure.curves()) {
        checkScenario(where + "distribution of " + curve.scenario(), curve.scenario());
      }
    }

    private static List<String> shownAxes(ChartFigure figure) {
      List<String> shown = new ArrayList<>(List.of(figure.xAxis()));
      if (!figure.seriesAxis().isEmpty()) {
        shown.add(figure.seriesAxis());
      }
      return shown;
    }

    private void checkValue(String where, AxisValue value) {
      Check.known(where + " axis", value.axis(), axisNames());
      ReportAxis axis = axes.get(axisNames().indexOf(value.axis()));
      Check.known(where + " value of axis " + axis.name(), value.value(), axis.values());
    }
  }
}
