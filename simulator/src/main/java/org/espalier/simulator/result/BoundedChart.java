package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Scenario;

/**
 * The table of a chart of robustness or utility that has what no policy gets beyond beside the
 * policies, as one more of them. Where policies have different budgets, that is the greatest.
 */
record BoundedChart(ExperimentResults results, Column column) {
  /** The table by which charts name it. */
  ReportTable table(String id) {
    return new ReportTable(
        id,
        List.of(column.forReport()),
        ResultTables.axes(results.experiment().study()).stream().map(this::axis).toList(),
        rows());
  }

  private String name() {
    return column == Column.ROBUSTNESS ? "fluid bound (in the mean)" : "clairvoyant bound";
  }

  /** The axis, that of the policies with the bound among them. */
  private ReportAxis axis(ReportAxis axis) {
    if (!axis.name().equals(Dimension.POLICY)) {
      return axis;
    }
    List<String> values = new ArrayList<>(axis.values());
    values.add(name());
    return new ReportAxis(axis.name(), axis.label(), values);
  }

  private List<ReportRow> rows() {
    List<ReportRow> rows = new ArrayList<>();
    Map<List<String>, ReportRow> ofBound = new LinkedHashMap<>();
    Map<List<String>, Double> greatest = new HashMap<>();
    Column bound = column.bound().orElseThrow();
    int policyAxis = results.experiment().study().comparison().axisIndex(Dimension.POLICY);
    for (Scenario scenario : results.experiment().scenarios()) {
      rows.add(row(scenario, scenario.values(), column));
      List<String> values = new ArrayList<>(scenario.values());
      values.set(policyAxis, name());
      double mean = results.mean(scenario, bound).mean();
      if (!(mean <= greatest.getOrDefault(values, Double.NEGATIVE_INFINITY))) {
        greatest.put(values, mean);
        ofBound.put(values, row(scenario, values, bound));
      }
    }
    rows.addAll(ofBound.values());
    return rows;
  }

  private ReportRow row(Scenario scenario, List<String> values, Column shown) {
    int trials = results.experiment().study().plan().trials();
    return new ReportRow(
        values, trials, List.of(Estimate.of(results.mean(scenario, shown))), List.of());
  }
}
