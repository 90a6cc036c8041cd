package org.espalier.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
 * @param findings what came out
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
    List<ReportTable> tables,
    Findings findings) {

  /**
   * What came out.
   *
   * @param sentences for the top of the page
   * @param opening values of axes, by their names, at which it shows most: figures open there
   */
  public record Findings(List<String> sentences, Map<String, String> opening) {
    /** Nothing is told. */
    public static final Findings NONE = new Findings(List.of(), Map.of());

    /** Keeps the axes in one order. */
    public Findings {
      opening = new TreeMap<>(opening);
    }
  }

  /** A report without further tables and findings. */
  public ReportData(
      StudyFacts study,
      List<ReportColumn> columns,
      List<ReportAxis> axes,
      List<ReportRow> rows,
      List<AxisValue> baseline,
      List<ReportFigure> figures,
      List<GanttTrace> traces,
      List<String> notes) {
    this(study, columns, axes, rows, baseline, figures, traces, notes, List.of(), Findings.NONE);
  }

  /** Refuses rows that do not fit the axes and columns. */
  public ReportData {
    ReportRow.check(rows, axes, columns);
  }
}
