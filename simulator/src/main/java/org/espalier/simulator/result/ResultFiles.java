package org.espalier.simulator.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.run.TracedTask;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Names;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.Ticks;

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
  static final String TASKS = "tasks";
  static final String TRIAL = "trial";
  private static final List<String> TRACE =
      List.of(
          "task",
          "task_type",
          "arrival_s",
          "deadline_s",
          "machine",
          "p_state",
          "start_s",
          "exit_s",
          "fate");

  private final ExperimentResults results;
  private final List<Scenario> scenarios;
  private final ScenarioFields fields;

  ResultFiles(ExperimentResults results) {
    this.results = results;
    this.scenarios = results.experiment().scenarios();
    this.fields = new ScenarioFields(results.experiment().study().comparison().axes());
  }

  /** Writes a table: mean and half width of the interval of each column. */
  void write(Path file, ResultTable table) throws IOException {
    Stream<String> parts = table.axes().stream().map(ReportAxis::name);
    Stream<String> columns = table.columns().stream().map(ReportColumn::key);
    CsvFile.write(
        file,
        joined(
            Stream.of(
                fields.header().stream(),
                parts,
                Stream.of("trials"),
                columns.flatMap(ResultFiles::withInterval))),
        table.rows().stream().map(this::row));
  }

  private List<String> row(ResultTable.Row row) {
    return joined(
        Stream.of(
            fields.of(row.scenario()).stream(),
            row.part().stream(),
            Stream.of(Integer.toString(row.trials())),
            row.means().stream().flatMap(mean -> NumberText.forCsv(mean).stream())));
  }

  private static Stream<String> withInterval(String key) {
    return Stream.of(key, key + "_ci95");
  }

  private static Stream<String> numbers(double... numbers) {
    return Arrays.stream(numbers).mapToObj(NumberText::forCsv);
  }

  private static List<String> joined(Stream<Stream<String>> fields) {
    return fields.flatMap(Function.identity()).toList();
  }

  /** Writes rows of each scenario behind the fields by which it is named. */
  private void write(
      Path file, Stream<String> header, Function<Scenario, Stream<Stream<String>>> rows)
      throws IOException {
    CsvFile.write(
        file,
        joined(Stream.of(fields.header().stream(), header)),
        scenarios.stream()
            .flatMap(scenario ->
                rows.apply(scenario)
                    .map(row -> joined(Stream.of(fields.of(scenario).stream(), row)))));
  }

  /** Writes a row for each trial of each scenario, with the digests of what it met. */
  void writeTrials(Path file) throws IOException {
    InputDigests digests = new InputDigests(results.experiment());
    writeTrials(
        file,
        Stream.of(Column.keys(), InputDigests.KEYS).flatMap(List::stream),
        (scenario, trial) ->
            Stream.concat(
                results.trials(scenario).get(trial - 1).values().stream().map(NumberText::forCsv),
                digests.of(scenario, trial).stream()));
  }

  /** Writes what the policies took to decide, a row for each trial of each scenario. */
  void writeTiming(Path file) throws IOException {
    writeTrials(
        file,
        Arrays.stream(TimingColumn.values()).map(TimingColumn::key),
        (scenario, trial) -> {
          SchedulerTime time = results.trials(scenario).get(trial - 1).schedulerTime();
          return Arrays.stream(TimingColumn.values())
              .map(column -> NumberText.forCsv(column.of(time)));
        });
  }

  /** What a trial of a scenario has in the columns behind its number. */
  private interface TrialFields {
    Stream<String> of(Scenario scenario, int trial);
  }

  private void writeTrials(Path file, Stream<String> keys, TrialFields trials) throws IOException {
    write(
        file,
        Stream.concat(Stream.of(TRIAL), keys),
        scenario ->
            IntStream.rangeClosed(1, results.trials(scenario).size())
                .mapToObj(trial ->
                    Stream.concat(Stream.of(Integer.toString(trial)), trials.of(scenario, trial))));
  }

  /** Writes a row for each scenario that has a baseline: paired differences from it. */
  void writePaired(Path file) throws IOException {
    Stream<String> columns = Column.keys().stream().map(key -> key + "_difference");
    write(
        file,
        Stream.concat(Stream.of("baseline"), columns.flatMap(ResultFiles::withInterval)),
        scenario ->
            results.experiment().baselineOf(scenario).stream()
                .map(baseline ->
                    Stream.concat(
                        Stream.of(baseline.policy()),
                        Arrays.stream(Column.values())
                            .map(column -> results.difference(scenario, baseline, column))
                            .flatMap(found -> NumberText.forCsv(found).stream()))));
  }

  /**
   * Writes the distribution of missed deadlines over the trials of each scenario. A row gives the
   * share of trials in which at most so many of the counted tasks missed theirs, for each number at
   * which it rises.
   */
  void writeMisses(Path file) throws IOException {
    write(
        file,
        Stream.of(Column.MISSES.key(), "trials_percent"),
        scenario ->
            results.distribution(scenario, Column.MISSES).steps().stream()
                .map(step -> numbers(step.value(), step.percent())));
  }

  /**
   * Writes what each scenario had earned and spent by when. Each of some times at equal distances
   * has a row, with the mean of its trials.
   */
  void writeCumulative(Path file) throws IOException {
    RunningTotals totals = new RunningTotals(results);
    double tick = results.experiment().system().tickSeconds();
    write(
        file,
        Stream.of(
            "time_s", "utility", "utility_ci95", "energy_j", "energy_j_ci95", "energy_budget_j"),
        scenario ->
            totals.of(scenario).stream()
                .map(moment ->
                    numbers(
                        moment.ticks() * tick,
                        moment.utility().mean(),
                        moment.utility().halfWidth(),
                        moment.joules().mean(),
                        moment.joules().halfWidth(),
                        moment.budgetJoules().orElse(Double.NaN))));
  }

  /** The file of a trace below the directory of results. */
  static String traceFile(String id) {
    return TASKS + "/" + id + ".csv";
  }

  /**
   * Writes what became of every task of a traced trial, in the order of departures. Times are those
   * of the workload. A column that is empty for all tasks is left out.
   */
  void writeTrace(Path file, Trace trace) throws IOException {
    HcSystem system = results.system(trace);
    long begin = results.begin(trace);
    List<List<String>> rows =
        trace.tasks().stream().map(task -> taskRow(task, system, begin)).toList();
    List<Integer> told =
        IntStream.range(0, TRACE.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
            .boxed()
            .toList();
    CsvFile.write(
        file,
        told.stream().map(TRACE::get).toList(),
        rows.stream().map(row -> told.stream().map(row::get).toList()));
  }

  private static List<String> taskRow(TracedTask task, HcSystem system, long begin) {
    return List.of(
        Integer.toString(task.id()),
        system.taskTypes().get(task.type()).name(),
        Ticks.seconds(begin + task.arrival(), system.tick()),
        task.deadline() == Task.NO_DEADLINE
            ? ""
            : Ticks.seconds(begin + task.deadline(), system.tick()),
        task.wasMapped() ? system.machines().get(task.machine()).name() : "",
        task.wasMapped() ? Integer.toString(task.pState()) : "",
        task.wasStarted() ? Ticks.seconds(begin + task.start(), system.tick()) : "",
        Ticks.seconds(begin + task.exit(), system.tick()),
        Names.word(task.fate()));
  }
}
