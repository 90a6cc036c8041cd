package org.espalier.cli.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.espalier.cli.terminal.RunProgress;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.registry.PolicySettings;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.bound.UtilityBounds;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.BoundRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.PolicyOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code espalier bound}: what no policy gets beyond. */
@Command(
    name = "bound",
    description = {
      "Tells how many tasks of a study can be on time at most, whatever the policy, or how much"
          + " utility they can earn.",
      "",
      "Where tasks have deadlines:",
      "",
      "steady: the share of tasks on time, if such tasks come at their mean rate without end and"
          + " nobody can see the future; results have it as steady_bound. Where policies have"
          + " at_least, if they hold that; nothing if none can.",
      "fluid: the share of all tasks of a trial on time in the mean, if nobody can see the future.",
      "clairvoyant: the same, if all execution times are known beforehand, with one random number"
          + " for each task.",
      "hindsight: the same, with the execution times of the trial itself.",
      "",
      "Where tasks have utility functions, what nobody earns more of within the budget of energy,"
          + " even if all arrivals and execution times are known beforehand:",
      "",
      "fluid: that of all tasks in the mean, if nobody can see the future; where they have no more"
          + " than a deadline and a worth.",
      "utility: that of tasks that complete in the measured time; results have it as"
          + " clairvoyant_utility where a figure draws it.",
      "utility_prorated: that of executions by their share of the measured time,"
          + " clairvoyant_prorated."
    },
    footer = {
      "",
      "Examples:",
      "  espalier bound studies/just-in-time.yaml --set trials=3",
      "  espalier bound studies/just-in-time.yaml --set arrival_intensity=15k,30k",
      "  espalier bound studies/just-in-time-fair.yaml --set trials=1",
      "",
      "No policy is run. See docs/just-in-time.md."
    })
final class BoundCommand extends Subcommand {
  /** What is shown does not depend on it. */
  private static final Duration TICK = Duration.ofMillis(1);

  @Mixin private StudyArgument study;

  @Override
  protected void run() {
    Experiment experiment = study.read(err());
    List<Scenario> ofDeadlines = new ArrayList<>();
    List<Scenario> ofUtility = new ArrayList<>();
    for (List<Scenario> group : experiment.groups()) {
      if (experiment.inputs().haveUtilities(group.getFirst())) {
        ofUtility.addAll(by(group, settings -> settings.energy().plainPeriods()));
      } else {
        ofDeadlines.addAll(by(group, PolicySettings::atLeast));
      }
    }
    int trials = (ofDeadlines.size() + ofUtility.size()) * experiment.study().plan().trials();
    try (RunProgress progress = new RunProgress(trials, err())) {
      RunSettings settings = study.settings(progress);
      printDeadlines(experiment, new BoundRunner(experiment, ofDeadlines, settings), ofDeadlines);
      printUtility(experiment, new BoundRunner(experiment, ofUtility, settings), ofUtility);
    }
    out().println();
    out()
        .println(
            "Mean and half of the 95 %% confidence interval over %s; what each is: espalier bound --help"
                .formatted(Names.count(experiment.study().plan().trials(), "trial")));
    boolean areOff =
        experiment.scenarios().stream()
            .flatMap(each -> experiment.inputs().system(each, 1).machineTypes().stream())
            .anyMatch(type -> type.off().isPresent() || type.scale().isPresent());
    if (!ofUtility.isEmpty() && energyIs(experiment, EnergySettings::heedsClock)) {
      out()
          .println(
              "Budgets of the calendar and of energy with prices by the hour are left out of"
                  + " bounds: they hold, less tight.");
    }
    if (!ofDeadlines.isEmpty() && energyIs(experiment, EnergySettings::needsPower)) {
      out().println("Bounds on tasks on time leave budgets of energy out: they hold, less tight.");
    }
    if (areOff) {
      out().println("Machines are off at times, which bounds leave out: they hold, less tight.");
    }
  }

  private static boolean energyIs(Experiment experiment, Predicate<EnergySettings> so) {
    return experiment.scenarios().stream().anyMatch(each -> so.test(each.settings().energy()));
  }

  /** One scenario of each group for each value of what bounds depend on besides. */
  private static Collection<Scenario> by(
      List<Scenario> group, Function<PolicySettings, Object> setting) {
    Map<Object, Scenario> found = new LinkedHashMap<>();
    group.forEach(scenario -> found.putIfAbsent(setting.apply(scenario.settings()), scenario));
    return found.values();
  }

  private void printDeadlines(Experiment experiment, BoundRunner runner, List<Scenario> rows) {
    boolean areHeld = rows.stream().anyMatch(row -> !row.settings().atLeast().isEmpty());
    List<PolicyOption> shown = areHeld ? List.of(PolicyOption.AT_LEAST) : List.of();
    print(
        experiment,
        rows,
        shown,
        List.of("#tasks", "#steady %", "#fluid %", "#clairvoyant %", "#hindsight %"),
        runner.ofDeadlines(),
        trials ->
            Stream.of(
                text(trials, TrialBounds::tasks, 0),
                text(trials, bounds -> 100 * bounds.steadyShare(), 1),
                text(trials, bounds -> 100 * bounds.fluid() / bounds.tasks(), 1),
                text(trials, bounds -> 100.0 * bounds.clairvoyant() / bounds.tasks(), 1),
                text(trials, bounds -> 100.0 * bounds.hindsight() / bounds.tasks(), 1)));
  }

  private void printUtility(Experiment experiment, BoundRunner runner, List<Scenario> rows) {
    print(
        experiment,
        rows,
        List.of(PolicyOption.ENERGY_BUDGET),
        List.of("#tasks", "#fluid", "#utility", "#utility_prorated"),
        runner.ofUtility(),
        trials ->
            Stream.of(
                text(trials, UtilityBounds::tasks, 0),
                text(trials, UtilityBounds::fluid, 0),
                text(trials, UtilityBounds::utility, 0),
                text(trials, UtilityBounds::prorated, 0)));
  }

  /** Prints a row for each scenario: what tasks there are, and on what system, and its bounds. */
  private <T> void print(
      Experiment experiment,
      List<Scenario> rows,
      List<PolicyOption> settings,
      List<String> columns,
      List<List<T>> bounds,
      Function<List<T>, Stream<String>> cells) {
    if (rows.isEmpty()) {
      return;
    }
    Predicate<Axis> isShown =
        axis -> !axis.dimension().isOfPolicies() && !axis.key().equals(Dimension.BELIEF);
    List<String> header = new ArrayList<>(experiment.values(rows.getFirst(), isShown).keySet());
    settings.forEach(setting -> header.add(setting.key()));
    header.addAll(columns);
    TextTable table = TextTable.of("", header);
    for (int i = 0; i < rows.size(); i++) {
      Scenario row = rows.get(i);
      List<String> line = new ArrayList<>(experiment.values(row, isShown).values());
      settings.forEach(setting -> line.add(setting.text(row.settings(), TICK)));
      line.addAll(cells.apply(bounds.get(i)).toList());
      table.add(line);
    }
    table.print(out(), Integer.MAX_VALUE);
  }

  private static <T> String text(List<T> trials, ToDoubleFunction<T> value, int decimals) {
    double[] values = trials.stream().mapToDouble(value).toArray();
    return NumberText.interval(MeanInterval.of(values), decimals, values.length);
  }
}
