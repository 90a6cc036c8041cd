package org.espalier.simulator.result;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.study.Scenario;

/**
 * Means over trials of scenarios or of their parts, for a CSV file and for a report.
 *
 * @param id id by which charts name it
 * @param title its title on the page of a report; empty for a table that is for charts only
 * @param axes what the parts of a scenario are told apart by; none if a row is of a whole one
 * @param columns the results
 * @param rows the results themselves, by scenario
 */
record ResultTable(
    String id, String title, List<ReportAxis> axes, List<ReportColumn> columns, List<Row> rows) {

  /**
   * Means of a scenario, or of a part of it.
   *
   * @param part the part on each axis
   * @param trials number of trials that have the part
   * @param means one for each column
   */
  record Row(Scenario scenario, List<String> part, int trials, List<MeanInterval> means) {}

  /** The table of a report; what no trial has is not in it. */
  ReportTable forReport(List<ReportAxis> ofScenarios) {
    return new ReportTable(
        id,
        title,
        columns,
        Stream.concat(ofScenarios.stream(), axes.stream()).toList(),
        rows.stream().filter(row -> row.trials() > 0).map(ResultTable::forReport).toList());
  }

  private static ReportRow forReport(Row row) {
    return new ReportRow(
        Stream.concat(row.scenario().values().stream(), row.part().stream()).toList(),
        row.trials(),
        row.means().stream().map(Estimate::of).toList(),
        List.of());
  }
}
