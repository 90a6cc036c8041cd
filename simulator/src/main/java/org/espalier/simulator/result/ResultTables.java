package org.espalier.simulator.result;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.core.model.TaskType;
import org.espalier.report.AxisValue;
import org.espalier.report.ReportAxis;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;

/** The tables of results that a CSV file has, and a report in part. */
public record ResultTables(ExperimentResults results) {
  static final String TYPES = "task-types";
  static final String TYPE = "task_type";

  /** More task types than these do not stand side by side in a chart. */
  private static final int MANY_TYPES = 20;

  /** The axes by which reports tell the scenarios of a study apart. */
  public static List<ReportAxis> axes(Study study) {
    return study.comparison().axes().stream()
        .map(axis -> new ReportAxis(axis.key(), study.label(axis.dimension()), axis.values()))
        .toList();
  }

  /** The values that a figure holds, by name. */
  static List<AxisValue> filters(Map<String, String> where) {
    return where.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> new AxisValue(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** A row for each scenario, with all columns. */
  ResultTable summary() {
    List<Column> columns = List.of(Column.values());
    int trials = results.experiment().study().plan().trials();
    return new ResultTable(
        "summary",
        "",
        List.of(),
        columns.stream().map(Column::forReport).toList(),
        rows(scenario ->
            Stream.of(
                new ResultTable.Row(
                    scenario,
                    List.of(),
                    trials,
                    columns.stream().map(column -> results.mean(scenario, column)).toList()))));
  }

  /** A row for each task type of each scenario: its on-time share. */
  ResultTable types() {
    List<TaskType> types = results.experiment().system().taskTypes();
    return new ResultTable(
        TYPES,
        "",
        List.of(new ReportAxis(TYPE, "Task type", shown().map(TaskType::name).toList())),
        List.of(Column.ROBUSTNESS.forReport()),
        rows(scenario -> types.stream().map(type -> row(scenario, type))));
  }

  private ResultTable.Row row(Scenario scenario, TaskType type) {
    MeanInterval share = results.onTimeOfType(scenario, type.id());
    return new ResultTable.Row(scenario, List.of(type.name()), share.count(), List.of(share));
  }

  /** The task types, those that fare worst first where there are many. */
  private Stream<TaskType> shown() {
    Stream<TaskType> types = results.experiment().system().taskTypes().stream();
    return hasManyTypes() ? types.sorted(Comparator.comparingDouble(this::onTime)) : types;
  }

  boolean hasManyTypes() {
    return results.experiment().system().taskTypes().size() > MANY_TYPES;
  }

  /** The mean on-time share of a type in all scenarios; types of which no task is counted last. */
  private double onTime(TaskType type) {
    return scenarios().stream()
        .mapToDouble(scenario -> results.onTimeOfType(scenario, type.id()).mean())
        .filter(mean -> mean >= 0)
        .average()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** A table for each breakdown of which there are parts. */
  List<ResultTable> parts() {
    return Arrays.stream(Breakdown.values())
        .filter(breakdown -> !results.parts(breakdown).isEmpty())
        .map(this::parts)
        .toList();
  }

  /** A row for each part of each scenario that has it. */
  private ResultTable parts(Breakdown breakdown) {
    List<Double> numbers = results.parts(breakdown);
    List<String> names = numbers.stream().map(NumberText::forCsv).toList();
    return new ResultTable(
        breakdown.key(),
        breakdown.title(),
        List.of(new ReportAxis(breakdown.part().key(), breakdown.part().label(), names)),
        breakdown.columns(),
        rows(scenario ->
            numbers.stream()
                .map(number -> row(scenario, breakdown, number))
                .filter(row -> row.trials() > 0)));
  }

  private ResultTable.Row row(Scenario scenario, Breakdown breakdown, double number) {
    List<MeanInterval> means = results.means(scenario, breakdown, number);
    return new ResultTable.Row(
        scenario, List.of(NumberText.forCsv(number)), means.getFirst().count(), means);
  }

  private List<ResultTable.Row> rows(Function<Scenario, Stream<ResultTable.Row>> ofScenario) {
    return scenarios().stream().flatMap(ofScenario).toList();
  }

  private List<Scenario> scenarios() {
    return results.experiment().scenarios();
  }
}
