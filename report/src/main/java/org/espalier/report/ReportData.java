package org.espalier.report;

import java.util.List;

/**
 * Everything a report shows.
 *
 * <p>What refers to a column, an axis, a value of an axis or a trace names one that is there, and
 * no two rows stand for the same scenario: whoever makes a report sees to that, it is not checked
 * here.
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

  /** Refuses rows that do not fit the axes and columns. */
  public ReportData {
    columns = List.copyOf(columns);
    axes = List.copyOf(axes);
    rows = List.copyOf(rows);
    baseline = List.copyOf(baseline);
    figures = List.copyOf(figures);
    traces = List.copyOf(traces);
    notes = List.copyOf(notes);
    tables = List.copyOf(tables);
    ReportRow.check(rows, axes, columns);
  }
}
