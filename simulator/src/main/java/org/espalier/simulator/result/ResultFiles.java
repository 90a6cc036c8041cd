package org.espalier.simulator.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.report.ReportColumn;
import org.espalier.report.statistics.EmpiricalDistribution;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.run.TracedTask;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Names;

/**
 * Writes results as CSV. All files but the one of wall-clock times are the same bytes whenever the
 * same study runs with the same seed.
 */
final class ResultFiles {
  static final String SUMMARY = "summary.csv";
  static final String TRIALS = "trials.csv";
  static final String PAIRED = "paired.csv";
  static final String MISSES = "misses.csv";
  static final String TYPES = "types.csv";
  static final String CUMULATIVE = "cumulative.csv";
  static final String TIMING = "timing.csv";
  private static final String HALF_WIDTH = "_ci95";

  private final ExperimentResults results;
  private final Study study;
  private final List<Scenario> scenarios;
  private final ScenarioFields fields;

  ResultFiles(ExperimentResults results) {
    this.results = results;
    this.study = results.experiment().study();
    this.scenarios = results.experiment().scenarios();
    this.fields = new ScenarioFields(study.comparison().axes());
  }

  /** Writes a row for each scenario: mean and half width of the interval of each column. */
  void writeSummary(Path file) throws IOException {
    List<String> header = fields.header();
    header.add("trials");
    for (Column column : Column.values()) {
      header.add(column.key());
      header.add(column.key() + HALF_WIDTH);
    }
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(header);
      for (Scenario scenario : scenarios) {
        List<String> row = fields.of(scenario);
        row.add(Integer.toString(study.plan().trials()));
        for (Column column : Column.values()) {
          addInterval(row, results.mean(scenario, column));
        }
        csv.writeRecord(row);
      }
    }
  }

  /** Writes a row for each task type of each scenario: mean on-time share and its interval. */
  void writeTypes(Path file) throws IOException {
    String share = Column.ROBUSTNESS.key();
    List<String> columns = List.of("task_type", "trials", share, share + HALF_WIDTH);
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(Stream.of(fields.header(), columns).flatMap(List::stream).toList());
      for (Scenario scenario : scenarios) {
        for (TaskType type : results.experiment().system().taskTypes()) {
          List<String> row = fields.of(scenario);
          row.add(type.name());
          MeanInterval interval = results.onTimeOfType(scenario, type.id());
          row.add(Integer.toString(interval.count()));
          addInterval(row, interval);
          csv.writeRecord(row);
        }
      }
    }
  }

  /** Writes a row for each part of each scenario that has it: means and their intervals. */
  void writeParts(Path file, Breakdown breakdown) throws IOException {
    List<String> header = fields.header();
    header.addAll(List.of(breakdown.axis(), "trials"));
    for (ReportColumn column : breakdown.columns()) {
      header.add(column.key());
      header.add(column.key() + HALF_WIDTH);
    }
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(header);
      for (Scenario scenario : scenarios) {
        for (double number : results.parts(breakdown)) {
          List<MeanInterval> means = results.means(scenario, breakdown, number);
          if (means.getFirst().count() > 0) {
            List<String> row = fields.of(scenario);
            row.add(NumberText.forCsv(number));
            row.add(Integer.toString(means.getFirst().count()));
            means.forEach(mean -> addInterval(row, mean));
            csv.writeRecord(row);
          }
        }
      }
    }
  }

  private static void addInterval(List<String> row, MeanInterval interval) {
    row.add(NumberText.forCsv(interval.mean()));
    row.add(NumberText.forCsv(interval.halfWidth()));
  }

  /** Writes a row for each trial of each scenario. */
  void writeTrials(Path file) throws IOException {
    try (CsvWriter csv = open(file)) {
      List<String> columns = Arrays.stream(Column.values()).map(Column::key).toList();
      csv.writeRecord(
          Stream.of(fields.header(), List.of("trial"), columns).flatMap(List::stream).toList());
      for (Scenario scenario : scenarios) {
        for (int i = 0; i < results.trials(scenario).size(); i++) {
          List<String> row = fields.of(scenario);
          row.add(Integer.toString(i + 1));
          results.trials(scenario).get(i).values().forEach(v -> row.add(NumberText.forCsv(v)));
          csv.writeRecord(row);
        }
      }
    }
  }

  /** Writes a row for each scenario that has a baseline: paired differences from it. */
  void writePaired(Path file) throws IOException {
    List<String> header = fields.header();
    header.add("baseline");
    for (Column column : Column.values()) {
      header.add(column.key() + "_difference");
      header.add(column.key() + "_difference" + HALF_WIDTH);
    }
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(header);
      for (Scenario scenario : scenarios) {
        Optional<Scenario> baseline = results.experiment().baselineOf(scenario);
        if (baseline.isPresent()) {
          csv.writeRecord(pairedRow(scenario, baseline.get()));
        }
      }
    }
  }

  private List<String> pairedRow(Scenario scenario, Scenario baseline) {
    List<String> row = fields.of(scenario);
    row.add(baseline.policy());
    for (Column column : Column.values()) {
      addInterval(row, results.difference(scenario, baseline, column));
    }
    return row;
  }

  /**
   * Writes, for each scenario, the share of its trials in which at most so many of the counted
   * tasks missed their deadline: a row for each number at which it rises.
   */
  void writeMisses(Path file) throws IOException {
    try (CsvWriter csv = open(file)) {
      List<String> columns = List.of(Column.MISSES.key(), "trials_percent");
      csv.writeRecord(Stream.of(fields.header(), columns).flatMap(List::stream).toList());
      for (Scenario scenario : scenarios) {
        for (EmpiricalDistribution.Step step :
            results.distribution(scenario, Column.MISSES).steps()) {
          List<String> row = fields.of(scenario);
          row.add(NumberText.forCsv(step.value()));
          row.add(NumberText.forCsv(step.percent()));
          csv.writeRecord(row);
        }
      }
    }
  }

  /**
   * Writes what each scenario had earned and spent by when: a row for each of some times at equal
   * distances, with the mean of its trials.
   */
  void writeCumulative(Path file) throws IOException {
    RunningTotals totals = new RunningTotals(results);
    double tick = results.experiment().system().tickSeconds();
    try (CsvWriter csv = open(file)) {
      List<String> columns =
          List.of(
              "time_s",
              "utility",
              "utility" + HALF_WIDTH,
              "energy_j",
              "energy_j" + HALF_WIDTH,
              "energy_budget_j");
      csv.writeRecord(Stream.of(fields.header(), columns).flatMap(List::stream).toList());
      for (Scenario scenario : scenarios) {
        for (RunningTotals.Moment moment : totals.of(scenario)) {
          List<String> row = fields.of(scenario);
          row.add(NumberText.forCsv(moment.ticks() * tick));
          addInterval(row, moment.utility());
          addInterval(row, moment.joules());
          row.add(NumberText.forCsv(moment.budgetJoules().orElse(Double.NaN)));
          csv.writeRecord(row);
        }
      }
    }
  }

  /** Writes what the policies took to decide, a row for each trial of each scenario. */
  void writeTiming(Path file) throws IOException {
    List<String> columns = Arrays.stream(TimingColumn.values()).map(TimingColumn::key).toList();
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(
          Stream.of(fields.header(), List.of("trial"), columns).flatMap(List::stream).toList());
      for (Scenario scenario : scenarios) {
        for (int i = 0; i < results.trials(scenario).size(); i++) {
          SchedulerTime time = results.trials(scenario).get(i).schedulerTime();
          List<String> row = fields.of(scenario);
          row.add(Integer.toString(i + 1));
          for (TimingColumn column : TimingColumn.values()) {
            row.add(NumberText.forCsv(column.of(time)));
          }
          csv.writeRecord(row);
        }
      }
    }
  }

  /** Writes what became of every task of a traced trial, in the order of departures. */
  void writeTrace(Path file, Trace trace) throws IOException {
    HcSystem system = results.system(trace);
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(
          "task",
          "task_type",
          "arrival_s",
          "deadline_s",
          "machine",
          "p_state",
          "start_s",
          "exit_s",
          "fate");
      for (TracedTask task : trace.tasks()) {
        csv.writeRecord(taskRow(task, system));
      }
    }
  }

  private static List<String> taskRow(TracedTask task, HcSystem system) {
    return List.of(
        Integer.toString(task.id()),
        system.taskTypes().get(task.type()).name(),
        NumberText.seconds(task.arrival(), system.tick()),
        task.deadline() == Task.NO_DEADLINE
            ? ""
            : NumberText.seconds(task.deadline(), system.tick()),
        task.wasMapped() ? system.machines().get(task.machine()).name() : "",
        task.wasMapped() ? Integer.toString(task.pState()) : "",
        task.wasStarted() ? NumberText.seconds(task.start(), system.tick()) : "",
        NumberText.seconds(task.exit(), system.tick()),
        Names.word(task.fate()));
  }

  static CsvWriter open(Path file) throws IOException {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
  }
}
