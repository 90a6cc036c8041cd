package org.espalier.report;

import java.util.List;

/**
 * Results that are not of whole scenarios, such as those of each task type.
 *
 * @param id id by which charts name it
 * @param title its title on the page; empty for a table that is for charts only
 * @param columns the results
 * @param axes what they are told apart by
 * @param rows the results themselves
 */
public record ReportTable(
    String id,
    String title,
    List<ReportColumn> columns,
    List<ReportAxis> axes,
    List<ReportRow> rows) {

  /** A table for charts only. */
  public ReportTable(
      String id, List<ReportColumn> columns, List<ReportAxis> axes, List<ReportRow> rows) {
    this(id, "", columns, axes, rows);
  }

  /** Refuses rows that do not fit the axes and columns. */
  public ReportTable {
    ReportRow.check(rows, axes, columns);
  }
}
