package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.TaskType;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.ColumnScale;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.BeliefDimension;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.MachinesDimension;
import org.espalier.simulator.study.PolicyDimension;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.SettingDimension;
import org.espalier.simulator.study.SystemDimension;

/** The results as tables for a terminal: mean ± half interval. */
public final class SummaryTable {
  private static final List<Column> SHOWN =
      List.of(
          Column.ROBUSTNESS,
          Column.REACTIVE,
          Column.PROACTIVE,
          Column.TYPE_DEVIATION,
          Column.MACHINE_USE);

  /** Shown where tasks have utility functions, and machines prices and power. */
  private static final List<Column> IF_KNOWN =
      List.of(
          Column.UTILITY,
          Column.UTILITY_OF_BOUND,
          Column.COST_PER_ON_TIME,
          Column.ENERGY_PER_ON_TIME);

  /** Shown where there are budgets of energy. */
  private static final List<Column> IF_BUDGETED =
      List.of(Column.UTILITY_PRORATED, Column.TASK_ENERGY, Column.BUDGET_USED);

  /** Shown where decisions of approximate policies were compared with exact ones. */
  private static final List<Column> IF_SAMPLED =
      List.of(Column.DECISIONS_SAMPLED, Column.DECISIONS_DIFFERING);

  private final ExperimentResults results;
  private final List<Scenario> scenarios;
  private final List<String> axes;

  private SummaryTable(ExperimentResults results) {
    this.results = results;
    this.scenarios = results.experiment().scenarios();
    this.axes =
        results.experiment().study().comparison().axes().stream()
            .map(axis -> axis.dimension().key())
            .toList();
  }

  /** A row for each scenario. */
  public static List<String> lines(ExperimentResults results) {
    return new SummaryTable(results).scenarioLines();
  }

  /** A row for each scenario, with the on-time share of each task type. */
  public static List<String> typeLines(ExperimentResults results) {
    return new SummaryTable(results).shareLines();
  }

  /**
   * What a mapping event takes by the wall clock: a row for each policy with the values of the axes
   * that set it, over all workloads and beliefs.
   */
  public static List<String> timeLines(ExperimentResults results) {
    return new SummaryTable(results).schedulerLines();
  }

  private List<String> scenarioLines() {
    List<Column> columns = columns();
    List<ColumnScale> scales = columns.stream().map(this::scale).toList();
    Optional<String> baseline = results.experiment().study().comparison().baseline();
    List<String> header = new ArrayList<>(axes);
    for (int i = 0; i < columns.size(); i++) {
      header.add(scales.get(i).heading(columns.get(i)));
    }
    baseline.ifPresent(name -> header.add("against %s %%".formatted(name)));
    PlainTable table = new PlainTable(header, axes.size());
    for (Scenario scenario : scenarios) {
      List<String> row = new ArrayList<>(scenario.values());
      for (int i = 0; i < columns.size(); i++) {
        row.add(scales.get(i).text(results.mean(scenario, columns.get(i))));
      }
      baseline.ifPresent(name -> row.add(difference(scenario)));
      table.add(row);
    }
    return table.lines();
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>(SHOWN);
    IF_KNOWN.stream().filter(this::isKnown).forEach(columns::add);
    columns.addAll(isKnown(Column.BUDGET_USED) ? IF_BUDGETED : List.of());
    columns.addAll(isKnown(Column.DECISIONS_DIFFERING) ? IF_SAMPLED : List.of());
    Set<Column> drawn = results.experiment().study().presentation().drawn();
    Column.OF_BOUND.stream().filter(drawn::contains).filter(this::isKnown).forEach(columns::add);
    Column.OF_SYSTEM.stream().filter(drawn::contains).filter(this::isKnown).forEach(columns::add);
    return columns;
  }

  private boolean isKnown(Column column) {
    return scenarios.stream().anyMatch(scenario -> results.mean(scenario, column).count() > 0);
  }

  private ColumnScale scale(Column column) {
    return ColumnScale.of(
        column, scenarios.stream().map(scenario -> results.mean(scenario, column)).toList());
  }

  private String difference(Scenario scenario) {
    return results
        .experiment()
        .baselineOf(scenario)
        .map(other -> results.difference(scenario, other, Column.ROBUSTNESS))
        .map(found -> (found.mean() > 0 ? "+" : "") + NumberText.interval(found, 1))
        .orElse("");
  }

  private List<String> shareLines() {
    List<TaskType> types = results.experiment().system().taskTypes();
    List<String> header = new ArrayList<>(axes);
    types.forEach(type -> header.add(type.name() + " %"));
    PlainTable table = new PlainTable(header, axes.size());
    for (Scenario scenario : scenarios) {
      List<String> row = new ArrayList<>(scenario.values());
      types.forEach(t -> row.add(NumberText.interval(results.onTimeOfType(scenario, t.id()), 1)));
      table.add(row);
    }
    return table.lines();
  }

  private List<String> schedulerLines() {
    List<Integer> policyAxes = policyAxes();
    Map<List<String>, List<Scenario>> groups =
        scenarios.stream()
            .collect(
                groupingBy(
                    scenario -> policyAxes.stream().map(scenario.values()::get).toList(),
                    LinkedHashMap::new,
                    toList()));
    List<String> header = new ArrayList<>(policyAxes.stream().map(axes::get).toList());
    header.addAll(List.of("mean us", "median us", "99th percentile us"));
    PlainTable table = new PlainTable(header, policyAxes.size());
    groups.forEach((values, its) -> {
      List<String> row = new ArrayList<>(values);
      for (TimingColumn column : TimingColumn.OF_AN_EVENT) {
        row.add(NumberText.fixed(results.mean(its, column).mean(), 1));
      }
      table.add(row);
    });
    return table.lines();
  }

  /** Places of the axes that say which policy decides, and how it is set. */
  private List<Integer> policyAxes() {
    List<Axis> all = results.experiment().study().comparison().axes();
    return IntStream.range(0, all.size())
        .filter(i ->
            switch (all.get(i).dimension()) {
              case PolicyDimension policy -> true;
              case SettingDimension setting -> true;
              case InputOption option -> false;
              case MachinesDimension machines -> false;
              case SystemDimension system -> false;
              case BeliefDimension belief -> false;
            })
        .boxed()
        .toList();
  }
}
