package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.PolicyDimension;
import org.espalier.simulator.study.Scenario;

/**
 * The table of a chart of robustness that has the steady fluid bound beside the policies, as one
 * more of them.
 */
final class BoundedChart {
  private static final String BOUND = "fluid bound";

  private final ExperimentResults results;
  private final List<ReportAxis> axes;
  private final int policyAxis;

  BoundedChart(ExperimentResults results) {
    this.results = results;
    this.axes = ReportFiller.axes(results.experiment().study());
    this.policyAxis =
        axes.stream().map(ReportAxis::name).toList().indexOf(PolicyDimension.POLICY.key());
  }

  /** The table by which charts name it. */
  ReportTable table(String id) {
    return new ReportTable(
        id,
        List.of(Column.ROBUSTNESS.forReport()),
        axes.stream().map(BoundedChart::axis).toList(),
        rows());
  }

  /** The axis, that of the policies with the bound among them. */
  private static ReportAxis axis(ReportAxis axis) {
    if (!axis.name().equals(PolicyDimension.POLICY.key())) {
      return axis;
    }
    List<String> values = new ArrayList<>(axis.values());
    values.add(BOUND);
    return new ReportAxis(axis.name(), axis.label(), values);
  }

  private List<ReportRow> rows() {
    List<ReportRow> rows = new ArrayList<>();
    String first = axes.get(policyAxis).values().getFirst();
    for (Scenario scenario : results.experiment().scenarios()) {
      rows.add(row(scenario, scenario.values(), Column.ROBUSTNESS));
      if (scenario.values().get(policyAxis).equals(first)) {
        List<String> values = new ArrayList<>(scenario.values());
        values.set(policyAxis, BOUND);
        rows.add(row(scenario, values, Column.STEADY_BOUND));
      }
    }
    return rows;
  }

  private ReportRow row(Scenario scenario, List<String> values, Column column) {
    int trials = results.experiment().study().plan().trials();
    return new ReportRow(
        values, trials, List.of(ReportFiller.estimate(results.mean(scenario, column))), List.of());
  }
}
