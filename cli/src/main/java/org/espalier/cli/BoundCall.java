package org.espalier.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.bound.UtilityBounds;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.BoundRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.policy.PolicyOption;

/** One call of {@code espalier bound}. */
final class BoundCall {
  /** Budgets do not depend on it. */
  private static final Duration TICK = Duration.ofMillis(1);

  private final BoundCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  BoundCall(BoundCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() {
    Experiment experiment =
        StudyInput.read(command.study, command.assignments(), command.plugins, err);
    List<Scenario> ofDeadlines = new ArrayList<>();
    List<Scenario> ofUtility = new ArrayList<>();
    for (List<Scenario> group : experiment.groups()) {
      if (experiment.haveUtilities(group.getFirst())) {
        ofUtility.addAll(byBudget(group));
      } else {
        ofDeadlines.add(group.getFirst());
      }
    }
    int trials = (ofDeadlines.size() + ofUtility.size()) * experiment.study().plan().trials();
    try (RunProgress progress = RunProgress.ofTrials(trials, err)) {
      RunSettings settings =
          new RunSettings(command.threads.orElse(SearchChecks.cores()), System::nanoTime, progress);
      printDeadlines(experiment, new BoundRunner(experiment, ofDeadlines, settings), ofDeadlines);
      printUtility(experiment, new BoundRunner(experiment, ofUtility, settings), ofUtility);
    }
    out.println();
    out.println(
        "Mean and half of the 95 %% confidence interval over %s; what each is: espalier bound --help"
            .formatted(Summary.count(experiment.study().plan().trials(), "trial")));
    out.flush();
    return ExitCode.OK;
  }

  /** One each of the scenarios that have the same budgets of energy. */
  private static Collection<Scenario> byBudget(List<Scenario> group) {
    Map<List<EnergyPeriod>, Scenario> found = new LinkedHashMap<>();
    group.forEach(scenario -> found.putIfAbsent(scenario.settings().energy().periods(), scenario));
    return found.values();
  }

  private void printDeadlines(Experiment experiment, BoundRunner runner, List<Scenario> rows) {
    List<List<TrialBounds>> bounds = runner.ofDeadlines();
    TextTable table =
        table(
            experiment,
            List.of(),
            List.of("tasks", "steady %", "fluid %", "clairvoyant %", "hindsight %"));
    for (int i = 0; i < rows.size(); i++) {
      table.add(row(experiment, rows.get(i), bounds.get(i)));
    }
    print(table, rows);
  }

  private void printUtility(Experiment experiment, BoundRunner runner, List<Scenario> rows) {
    List<List<UtilityBounds>> bounds = runner.ofUtility();
    TextTable table =
        table(
            experiment,
            List.of(PolicyOption.ENERGY_BUDGET.key()),
            List.of("tasks", "utility", "utility_prorated"));
    for (int i = 0; i < rows.size(); i++) {
      table.add(utilityRow(experiment, rows.get(i), bounds.get(i)));
    }
    print(table, rows);
  }

  private void print(TextTable table, List<Scenario> rows) {
    if (!rows.isEmpty()) {
      table.print(out, Integer.MAX_VALUE);
    }
  }

  /** The axes that say what tasks there are, and on what system. */
  private static int[] axes(Experiment experiment) {
    List<Axis> axes = experiment.study().comparison().axes();
    return IntStream.range(0, axes.size())
        .filter(i -> axes.get(i).dimension() instanceof InputOption)
        .toArray();
  }

  private static TextTable table(Experiment experiment, List<String> words, List<String> numbers) {
    List<TextTable.Column> columns = new ArrayList<>();
    for (int axis : axes(experiment)) {
      Axis shown = experiment.study().comparison().axes().get(axis);
      columns.add(TextTable.words(shown.dimension().key()));
    }
    words.forEach(title -> columns.add(TextTable.words(title)));
    numbers.forEach(title -> columns.add(TextTable.numbers(title)));
    return new TextTable("", columns);
  }

  private static List<String> row(
      Experiment experiment, Scenario scenario, List<TrialBounds> trials) {
    List<String> row = workload(experiment, scenario);
    row.add(text(trials, TrialBounds::tasks, 0));
    row.add(text(trials, bounds -> 100 * bounds.steadyShare(), 1));
    row.add(text(trials, bounds -> 100 * bounds.fluid() / bounds.tasks(), 1));
    row.add(text(trials, bounds -> 100.0 * bounds.clairvoyant() / bounds.tasks(), 1));
    row.add(text(trials, bounds -> 100.0 * bounds.hindsight() / bounds.tasks(), 1));
    return row;
  }

  private static List<String> utilityRow(
      Experiment experiment, Scenario scenario, List<UtilityBounds> trials) {
    List<String> row = workload(experiment, scenario);
    row.add(PolicyOption.ENERGY_BUDGET.text(scenario.settings(), TICK));
    row.add(text(trials, UtilityBounds::tasks, 0));
    row.add(text(trials, UtilityBounds::utility, 0));
    row.add(text(trials, UtilityBounds::prorated, 0));
    return row;
  }

  private static List<String> workload(Experiment experiment, Scenario scenario) {
    List<String> row = new ArrayList<>();
    for (int axis : axes(experiment)) {
      row.add(scenario.values().get(axis));
    }
    return row;
  }

  private static <T> String text(List<T> trials, ToDoubleFunction<T> value, int decimals) {
    double[] values = trials.stream().mapToDouble(value).toArray();
    return NumberText.interval(MeanInterval.of(values), decimals);
  }
}
