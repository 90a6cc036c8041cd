package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.PolicyDimension;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;

/**
 * The table of a chart of robustness that has the steady fluid bound beside the policies, as one
 * more of them.
 */
final class BoundedChart {
  private static final String BOUND = "fluid bound";

  private final ExperimentResults results;
  private final List<Axis> axes;
  private final int policyAxis;

  BoundedChart(ExperimentResults results) {
    Study.Comparison comparison = results.experiment().study().comparison();
    this.results = results;
    this.axes = comparison.axes();
    this.policyAxis = axes.stream().map(Axis::dimension).toList().indexOf(PolicyDimension.POLICY);
  }

  /** The table by which charts name it. */
  ReportTable table(String id) {
    return new ReportTable(
        id,
        List.of(Column.ROBUSTNESS.forReport()),
        axes.stream().map(BoundedChart::axis).toList(),
        rows());
  }

  private static ReportAxis axis(Axis axis) {
    List<String> values = new ArrayList<>(axis.values());
    if (axis.dimension() == PolicyDimension.POLICY) {
      values.add(BOUND);
    }
    return new ReportAxis(axis.dimension().key(), axis.dimension().label(), values);
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
