package org.espalier.report;

import java.util.List;

/**
 * A chart of one column over one axis, with one series per value of another.
 *
 * <p>Axes that are neither shown nor held by a filter are offered to the reader as a choice.
 *
 * @param id id of the figure
 * @param kind how it is drawn
 * @param title its title
 * @param caption what it shows; may be empty
 * @param column key of the column drawn
 * @param xAxis name of the axis along the x axis
 * @param seriesAxis name of the axis that parts the series; empty for a single series
 * @param filters other axes held at one value
 * @param table id of the table it is drawn from; empty for the results of scenarios
 * @param panelAxis name of an axis of which each value has a plot of its own, side by side on one
 *     scale; empty for one plot
 * @param above key of a column whose mean stands above each bar; empty for none
 */
public record ChartFigure(
    String id,
    Kind kind,
    String title,
    String caption,
    String column,
    String xAxis,
    String seriesAxis,
    List<AxisValue> filters,
    String table,
    String panelAxis,
    String above)
    implements ReportFigure {

  /** How a chart is drawn. */
  public enum Kind {
    /** Grouped bars with whiskers. */
    BARS,
    /** Bars whose parts, one for each series, stand on one another; without whiskers. */
    STACKED_BARS,
    /** Lines with whiskers and bands. */
    LINES
  }

  /** A chart of the results of scenarios. */
  public ChartFigure(
      String id,
      Kind kind,
      String title,
      String caption,
      String column,
      String xAxis,
      String seriesAxis,
      List<AxisValue> filters) {
    this(id, kind, title, caption, column, xAxis, seriesAxis, filters, "");
  }

  /** A chart of a table in one plot. */
  public ChartFigure(
      String id,
      Kind kind,
      String title,
      String caption,
      String column,
      String xAxis,
      String seriesAxis,
      List<AxisValue> filters,
      String table) {
    this(id, kind, title, caption, column, xAxis, seriesAxis, filters, table, "", "");
  }

  /** The same chart with a plot for each value of an axis. */
  public ChartFigure withPanels(String axis) {
    return new ChartFigure(
        id, kind, title, caption, column, xAxis, seriesAxis, filters, table, axis, above);
  }
}
