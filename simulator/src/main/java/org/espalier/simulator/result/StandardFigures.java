package org.espalier.simulator.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.core.model.Task;
import org.espalier.report.ChartFigure;
import org.espalier.report.ColumnKind;
import org.espalier.report.DecisionExample;
import org.espalier.report.DecisionFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ShownDecision;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.FigureKind;
import org.espalier.simulator.study.RunningTotal;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Quantities;

/**
 * The figures that every report has behind those of its study. They show cost and energy where
 * machines have prices and power, and what was earned and spent by when where tasks have utilities.
 * A sweep of two axes has heat maps before all, and fleets with prices a figure of these. Then come
 * task types, decisions, what changes over the day, what the scheduler takes, and the system.
 */
final class StandardFigures {
  private static final String INTERVALS = "Means of all trials with 95 % confidence intervals.";
  private static final String POLICY = Dimension.POLICY;
  private static final String TIMES = "scheduler-time";
  private static final String STATISTIC = "statistic";
  private static final List<String> STATISTICS = List.of("mean", "median", "99th percentile");
  private static final ReportColumn EVENT_TIME =
      new ReportColumn(
          "event_us",
          "Time per mapping event",
          "µs",
          "Wall-clock time for the decisions of a mapping event: the statistic of each trial.",
          ColumnKind.NUMBER);

  /** A browser should not be made to draw more. */
  private static final int MOST_ROWS = 20_000;

  /** Nor have a reader look through more. */
  private static final int MOST_PARTS = 2_000;

  private final ExperimentResults results;
  private final List<ReportAxis> axes;
  private final List<Scenario> scenarios;
  private final RunningTotals totals;
  private final EnergyByType energy;
  private final ResultTables tables;
  private final List<ResultTable> parts;

  StandardFigures(ExperimentResults results) {
    this.results = results;
    this.axes = ResultTables.axes(results.experiment().study());
    this.scenarios = results.experiment().scenarios();
    this.totals = new RunningTotals(results);
    this.energy = new EnergyByType(results);
    this.tables = new ResultTables(results);
    this.parts =
        tables.parts().stream().filter(table -> table.rows().size() <= MOST_PARTS).toList();
  }

  /**
   * The figures.
   *
   * @param shown columns that the report has
   * @param drawn columns that figures of the study draw
   * @param traced totals that figures of the study draw
   */
  List<ReportFigure> figures(List<Column> shown, Set<Column> drawn, Set<RunningTotal> traced) {
    List<ReportFigure> figures = new ArrayList<>();
    Column told = new Verdict(results).column();
    new FleetFindings(results, told).figure().ifPresent(figures::add);
    SweepMaps.of(results, told).ifPresent(figures::add);
    for (RunningTotal total : RunningTotal.values()) {
      if (totals.has(total) && !traced.contains(total)) {
        figures.add(overTime(total));
      }
    }
    for (Column column : List.of(Column.COST_PER_ON_TIME, Column.ENERGY_PER_ON_TIME)) {
      if (shown.contains(column) && !drawn.contains(column)) {
        figures.add(bars(column));
      }
    }
    if (energy.isKnown()) {
      figures.add(energy.figure());
    }
    figures.addAll(utilityFunctions());
    if (parts.stream().anyMatch(table -> table.id().equals(Breakdown.PRIORITIES.key()))) {
      figures.add(ofPriorities());
    }
    if (hasTypes()) {
      figures.add(ofTypes());
    }
    List<DecisionExample> decisions = decisions();
    if (!decisions.isEmpty()) {
      figures.add(ofDecisions(decisions));
    }
    Experiment experiment = results.experiment();
    CycleFigure.of(experiment).ifPresent(figures::add);
    figures.add(ofTimes());
    SystemMatrices.of(experiment.system(), experiment.systemTitle()).ifPresent(figures::add);
    return figures;
  }

  /** The tables that they draw. */
  List<ReportTable> tables() {
    List<ResultTable> drawn = new ArrayList<>();
    if (hasTypes()) {
      drawn.add(tables.types());
    }
    drawn.addAll(parts);
    if (energy.isKnown()) {
      drawn.add(energy.table());
    }
    drawn.add(times());
    return drawn.stream().map(table -> table.forReport(axes)).toList();
  }

  private ReportFigure overTime(RunningTotal total) {
    boolean earned = total == RunningTotal.UTILITY;
    String since = sinceMeasured().map(measured -> " since " + measured).orElse("");
    return totals.figure(
        total.key() + "-over-time",
        new Study.FigureRequest(
            FigureKind.CUMULATIVE,
            earned ? "Utility over time" : "Energy over time",
            earned
                ? "What the tasks had earned that had completed by each time%s, in the mean of all trials."
                    .formatted(since)
                : "What tasks had taken by each time%s, in the mean of all trials. Idle machines are left out."
                    .formatted(sinceCounted()),
            Optional.empty(),
            Optional.of(total),
            "",
            seriesAxis()));
  }

  /** When the energy over time begins again from 0. */
  private String sinceCounted() {
    boolean limited = scenarios.stream().anyMatch(s -> !s.settings().energy().periods().isEmpty());
    Optional<String> measured = sinceMeasured();
    return limited
        ? " since its period of energy began"
            + measured.map(since -> ", or since " + since + ", if that is later").orElse("")
        : measured.map(since -> " since " + since).orElse("");
  }

  /** When the measured time begins, if not with the trial. */
  private Optional<String> sinceMeasured() {
    Study.Plan plan = results.experiment().study().plan();
    return plan.measureFrom()
        .filter(Duration::isPositive)
        .map(from -> "the measured time began at " + Quantities.inGreatestUnit(from));
  }

  /**
   * The utility functions of the first trial of the first scenario, where any can earn something.
   */
  private List<ReportFigure> utilityFunctions() {
    if (!totals.has(RunningTotal.UTILITY)) {
      return List.of();
    }
    Experiment experiment = results.experiment();
    List<Task> tasks = experiment.inputs().workload(scenarios.getFirst(), 1).tasks();
    return UtilityFigures.of(tasks, experiment.system().tickSeconds());
  }

  /** Policies that look at priorities or utility earn more of what the worthiest tasks hold. */
  private ReportFigure ofPriorities() {
    Breakdown priorities = Breakdown.PRIORITIES;
    return new ChartFigure(
        priorities.key(),
        ChartFigure.Kind.BARS,
        "Utility by priority",
        "What tasks earned as a share of what they are worth at most, by that (DISSERTATION figure"
            + " 4.5). "
            + INTERVALS,
        Breakdown.UTILITY_OF_MAXIMUM,
        seriesAxis(),
        priorities.part().key(),
        List.of(),
        priorities.key());
  }

  private ReportFigure bars(Column column) {
    String series = seriesAxis();
    String x = varied().filter(key -> !key.equals(series)).findFirst().orElse(series);
    return new ChartFigure(
        column.key().replace('_', '-'),
        ChartFigure.Kind.BARS,
        column.label(),
        INTERVALS,
        column.key(),
        x,
        x.equals(series) ? "" : series,
        List.of());
  }

  /** The policies, or the first axis that varies where there is only one. */
  private String seriesAxis() {
    return varied().findFirst().orElse(POLICY);
  }

  /** Keys of the axes with several values, the policies first. */
  private Stream<String> varied() {
    return axes.stream()
        .filter(axis -> axis.values().size() > 1)
        .map(axis -> axis.name())
        .sorted(Comparator.comparing(key -> !key.equals(POLICY)));
  }

  private boolean hasTypes() {
    int types = results.experiment().system().taskTypes().size();
    return types > 1 && (long) types * scenarios.size() <= MOST_ROWS;
  }

  private ReportFigure ofTypes() {
    return new ChartFigure(
        ResultTables.TYPES,
        ChartFigure.Kind.BARS,
        "Task types",
        "On-time share of the counted tasks of each type%s. "
                .formatted(tables.hasManyTypes() ? ", those that fare worst coming first" : "")
            + INTERVALS,
        Column.ROBUSTNESS.key(),
        ResultTables.TYPE,
        seriesAxis(),
        List.of(),
        ResultTables.TYPES);
  }

  private ReportFigure ofTimes() {
    return new ChartFigure(
        TIMES,
        ChartFigure.Kind.BARS,
        "Scheduler overhead",
        "Time that a policy took for the decisions of a mapping event, by the wall clock of the"
            + " machine that ran the study: other numbers at every run. Means over"
            + " the trials; the first ones of a run take longer, until the program is warm.",
        EVENT_TIME.key(),
        seriesAxis(),
        STATISTIC,
        List.of(),
        TIMES);
  }

  private ResultTable times() {
    List<ResultTable.Row> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      for (int i = 0; i < STATISTICS.size(); i++) {
        MeanInterval time = results.mean(List.of(scenario), TimingColumn.OF_AN_EVENT.get(i));
        MeanInterval mean = new MeanInterval(time.count(), time.mean(), Double.NaN);
        rows.add(
            new ResultTable.Row(scenario, List.of(STATISTICS.get(i)), time.count(), List.of(mean)));
      }
    }
    ReportAxis axis = new ReportAxis(STATISTIC, "Statistic", STATISTICS);
    return new ResultTable(TIMES, "", List.of(axis), List.of(EVENT_TIME), rows);
  }

  /**
   * The decisions that are shown for each policy. They are of its first scenario that has a drop as
   * well as an assignment, or that has either; the drops first.
   */
  private List<DecisionExample> decisions() {
    List<List<ShownDecision>> ofPolicies =
        results.experiment().study().comparison().policies().stream()
            .map(policy -> decisions(policy.name()))
            .toList();
    return ofPolicies.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(ShownDecision::isDrop).reversed())
        .map(ShownDecision::example)
        .toList();
  }

  private List<ShownDecision> decisions(String policy) {
    List<ShownDecision> best = List.of();
    for (Scenario scenario : scenarios) {
      List<ShownDecision> its = results.decisions(scenario);
      if (scenario.policy().equals(policy) && worth(its) > worth(best)) {
        best = its;
      }
    }
    return best;
  }

  /** A drop counts more than an assignment, and one that gains more counts more. */
  private static double worth(List<ShownDecision> decisions) {
    return decisions.stream().mapToDouble(shown -> shown.isDrop() ? 2 + shown.gain() : 1).sum();
  }

  private static ReportFigure ofDecisions(List<DecisionExample> decisions) {
    return new DecisionFigure(
        "decisions",
        "A decision: completion times before and after",
        "Probability of the time at which the machine has passed each task of one queue, with its"
            + " deadline as a dashed line, in the first trial. A spike at a deadline is where a"
            + " task would be stopped, or never begin; high spikes are cut off.",
        decisions);
  }
}
