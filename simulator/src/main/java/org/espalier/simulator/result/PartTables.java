package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Scenario;

/** The tables of a report that have results in parts, as those of each energy period. */
final class PartTables {
  /** A reader has no use for more rows; the CSV files have them. */
  private static final int MOST_ROWS = 2_000;

  private final ExperimentResults results;
  private final List<ReportAxis> axes;
  private final List<Scenario> scenarios;

  PartTables(ExperimentResults results) {
    this.results = results;
    this.axes = ReportFiller.axes(results.experiment().study());
    this.scenarios = results.experiment().scenarios();
  }

  /** A table for each breakdown that has parts. */
  List<ReportTable> tables() {
    return Arrays.stream(Breakdown.values()).filter(this::isShown).map(this::table).toList();
  }

  private boolean isShown(Breakdown breakdown) {
    int parts = results.parts(breakdown).size();
    return parts > 0 && (long) parts * scenarios.size() <= MOST_ROWS;
  }

  private ReportTable table(Breakdown breakdown) {
    List<Double> numbers = results.parts(breakdown);
    ReportAxis axis =
        new ReportAxis(
            breakdown.axis(), breakdown.label(), numbers.stream().map(NumberText::forCsv).toList());
    List<ReportRow> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      numbers.forEach(number -> addRow(rows, scenario, breakdown, number));
    }
    return new ReportTable(
        breakdown.key(),
        breakdown.title(),
        breakdown.columns(),
        Stream.concat(axes.stream(), Stream.of(axis)).toList(),
        rows);
  }

  private void addRow(List<ReportRow> rows, Scenario scenario, Breakdown breakdown, double number) {
    List<MeanInterval> means = results.means(scenario, breakdown, number);
    int trials = means.getFirst().count();
    if (trials > 0) {
      List<String> values = new ArrayList<>(scenario.values());
      values.add(NumberText.forCsv(number));
      rows.add(
          new ReportRow(
              values, trials, means.stream().map(ReportFiller::estimate).toList(), List.of()));
    }
  }
}
