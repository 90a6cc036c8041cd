package org.espalier.report;

/**
 * A figure of the report. It is a chart of one column, curves or distributions, points of two
 * quantities, heat maps, a Gantt chart of traces, or a decision.
 */
public sealed interface ReportFigure
    permits ChartFigure, CurveFigure, ScatterFigure, MatrixFigure, GanttFigure, DecisionFigure {

  /** Returns the id, which is also the name of downloaded files. */
  String id();

  /** Returns the title. */
  String title();

  /** Returns what the figure shows and how to read it; may be empty. */
  String caption();
}
