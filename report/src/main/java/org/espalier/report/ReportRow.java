package org.espalier.report;

import java.util.List;

/**
 * The results of one scenario.
 *
 * @param values its value on each axis, in the order of the report's axes
 * @param trials number of trials behind the estimates; 0 for what comes of no trials
 * @param estimates one per column, in the order of the report's columns
 * @param differences paired difference against the baseline's row, one per column; empty where
 *     there is no baseline to compare with
 */
public record ReportRow(
    List<String> values, int trials, List<Estimate> estimates, List<Estimate> differences) {

  /** Refuses fewer trials than none, and differences that do not match the estimates. */
  public ReportRow {
    Check.that(trials >= 0, "row " + values + " has " + trials + " trials");
    Check.that(
        differences.isEmpty() || differences.size() == estimates.size(),
        "row %s has %s estimates but %s differences"
            .formatted(values, estimates.size(), differences.size()));
  }

  /** Refuses rows without a value for each axis and an estimate for each column. */
  static void check(List<ReportRow> rows, List<ReportAxis> axes, List<ReportColumn> columns) {
    for (ReportRow row : rows) {
      Check.that(
          row.values().size() == axes.size() && row.estimates().size() == columns.size(),
          "row %s has %s values for %s axes, and %s estimates for %s columns"
              .formatted(
                  row.values(),
                  row.values().size(),
                  axes.size(),
                  row.estimates().size(),
                  columns.size()));
    }
  }
}
