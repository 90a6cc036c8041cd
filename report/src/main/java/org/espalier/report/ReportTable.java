package org.espalier.report;

import java.util.List;

/**
 * Results that are not of whole scenarios, such as those of each task type: for charts only, not
 * for the table of the page.
 *
 * @param id id by which charts name it
 * @param columns the results
 * @param axes what they are told apart by
 * @param rows the results themselves
 */
public record ReportTable(
    String id, List<ReportColumn> columns, List<ReportAxis> axes, List<ReportRow> rows) {

  /** Refuses ids that are none. */
  public ReportTable {
    Check.identifier("table id", id);
    columns = List.copyOf(columns);
    axes = List.copyOf(axes);
    rows = List.copyOf(rows);
  }
}
