package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.TaskType;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.ColumnScale;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Scenario;

/**
 * Results as a table for a terminal: mean ± half interval.
 *
 * @param header the titles of the columns
 * @param labels how many columns say what a row is of; the others have numbers
 * @param rows as many texts each
 */
public record SummaryTable(List<String> header, int labels, List<List<String>> rows) {
  private static final List<Column> SHOWN =
      List.of(
          Column.ROBUSTNESS,
          Column.REACTIVE,
          Column.PROACTIVE,
          Column.TYPE_DEVIATION,
          Column.MACHINE_USE);

  /** Shown where machines may fail, have prices and power, and tasks utility functions. */
  private static final List<Column> IF_KNOWN =
      List.of(
          Column.FAILED,
          Column.UTILITY,
          Column.UTILITY_OF_BOUND,
          Column.FLEET_COST,
          Column.COST_PER_ON_TIME,
          Column.ENERGY_PER_ON_TIME);

  /** Shown where there are budgets of energy. */
  private static final List<Column> IF_BUDGETED =
      List.of(
          Column.UTILITY_PRORATED,
          Column.TASK_ENERGY,
          Column.BUDGET_USED,
          Column.BUDGET_TAKEN,
          Column.BUDGET_BEGUN_AFTER);

  /** More rows than these are more than a terminal shows at once. */
  public static final int MOST_ROWS = 60;

  private static final int BEST = 20;

  /** A row for each scenario. */
  public static SummaryTable ofScenarios(ExperimentResults results) {
    return ofScenarios(results, results.experiment().scenarios());
  }

  /** A row for each of the scenarios that have most on time, or earn most. */
  public static SummaryTable ofBest(ExperimentResults results) {
    return ofScenarios(results, new Verdict(results).best(BEST));
  }

  private static SummaryTable ofScenarios(ExperimentResults results, List<Scenario> scenarios) {
    List<Column> columns = columns(results);
    List<ColumnScale> scales = columns.stream().map(column -> scale(results, column)).toList();
    Optional<String> baseline = results.experiment().study().comparison().baseline();
    int trials = results.experiment().study().plan().trials();
    List<String> header = axes(results);
    int labels = header.size();
    for (int i = 0; i < columns.size(); i++) {
      header.add(scales.get(i).heading(columns.get(i)));
    }
    baseline.ifPresent(name -> header.add("against %s %%".formatted(name)));
    List<List<String>> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      List<String> row = new ArrayList<>(scenario.values());
      for (int i = 0; i < columns.size(); i++) {
        row.add(scales.get(i).text(results.mean(scenario, columns.get(i)), trials));
      }
      baseline.ifPresent(name -> row.add(difference(results, scenario)));
      rows.add(row);
    }
    return new SummaryTable(header, labels, rows);
  }

  /** A row for each stored scenario, with the columns that say something of any. */
  public static SummaryTable ofStored(StoredResults stored) {
    List<String> header = new ArrayList<>(stored.axes());
    List<List<String>> rows = new ArrayList<>();
    stored.scenarios().forEach(scenario -> rows.add(new ArrayList<>(scenario.values())));
    for (Column column : Stream.of(SHOWN, IF_KNOWN, IF_BUDGETED).flatMap(List::stream).toList()) {
      int index = stored.columns().indexOf(column.key());
      List<MeanInterval> means =
          stored.scenarios().stream()
              .map(scenario ->
                  index < 0
                      ? MeanInterval.of()
                      : MeanInterval.of(scenario.column(index, scenario.trials().size())))
              .toList();
      if (means.stream().anyMatch(mean -> mean.count() > 0)) {
        ColumnScale scale = ColumnScale.of(column, means);
        header.add(scale.heading(column));
        for (int i = 0; i < rows.size(); i++) {
          rows.get(i).add(scale.text(means.get(i), stored.scenarios().get(i).trials().size()));
        }
      }
    }
    return new SummaryTable(header, stored.axes().size(), rows);
  }

  private static List<String> axes(ExperimentResults results) {
    return results.experiment().study().comparison().axes().stream()
        .map(axis -> axis.key())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<Column> columns(ExperimentResults results) {
    List<Column> columns = new ArrayList<>(SHOWN);
    IF_KNOWN.stream().filter(column -> isKnown(results, column)).forEach(columns::add);
    columns.addAll(isKnown(results, Column.BUDGET_USED) ? IF_BUDGETED : List.of());
    Set<Column> drawn = results.experiment().study().presentation().drawn();
    Stream.of(Column.OF_BOUND, Column.OF_SYSTEM, Column.OF_QUEUES)
        .flatMap(Set::stream)
        .filter(column -> drawn.contains(column) && isKnown(results, column))
        .forEach(columns::add);
    return columns;
  }

  private static boolean isKnown(ExperimentResults results, Column column) {
    return results.experiment().scenarios().stream()
        .anyMatch(scenario -> results.mean(scenario, column).count() > 0);
  }

  private static ColumnScale scale(ExperimentResults results, Column column) {
    return ColumnScale.of(
        column,
        results.experiment().scenarios().stream()
            .map(scenario -> results.mean(scenario, column))
            .toList());
  }

  private static String difference(ExperimentResults results, Scenario scenario) {
    return results
        .experiment()
        .baselineOf(scenario)
        .map(other -> results.difference(scenario, other, Column.ROBUSTNESS))
        .map(found -> NumberText.difference(found, 1, results.trials(scenario).size()))
        .orElse("");
  }

  /** A row for each scenario, with the on-time share of each task type. */
  public static SummaryTable ofTypes(ExperimentResults results) {
    List<TaskType> types = results.experiment().system().taskTypes();
    List<String> header = axes(results);
    int labels = header.size();
    types.forEach(type -> header.add(type.name() + " %"));
    int trials = results.experiment().study().plan().trials();
    List<List<String>> rows = new ArrayList<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      List<String> row = new ArrayList<>(scenario.values());
      for (TaskType type : types) {
        row.add(NumberText.interval(results.onTimeOfType(scenario, type.id()), 1, trials));
      }
      rows.add(row);
    }
    return new SummaryTable(header, labels, rows);
  }

  /**
   * What a mapping event takes by the wall clock, over all workloads and beliefs. Each policy has a
   * row, with the values of the axes that set it.
   */
  public static SummaryTable ofTimes(ExperimentResults results) {
    Map<Map<String, String>, List<Scenario>> groups =
        results.experiment().scenarios().stream()
            .collect(
                groupingBy(
                    each -> results.experiment().values(each, a -> a.dimension().isOfPolicies()),
                    LinkedHashMap::new,
                    toList()));
    List<String> header = new ArrayList<>(groups.keySet().iterator().next().keySet());
    int labels = header.size();
    header.addAll(List.of("mean us", "median us", "99th percentile us"));
    List<List<String>> rows = new ArrayList<>();
    groups.forEach((values, its) -> {
      List<String> row = new ArrayList<>(values.values());
      for (TimingColumn column : TimingColumn.OF_AN_EVENT) {
        row.add(NumberText.fixed(results.mean(its, column).mean(), 1));
      }
      rows.add(row);
    });
    return new SummaryTable(header, labels, rows);
  }
}
