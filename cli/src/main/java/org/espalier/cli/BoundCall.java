package org.espalier.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.BoundRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;

/** One call of {@code espalier bound}. */
final class BoundCall {
  private final BoundCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  BoundCall(BoundCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
    this.err = command.spec().commandLine().getErr();
  }

  int run() {
    int threads = SearchChecks.threads(command.threads());
    Experiment experiment = experiment();
    List<List<Scenario>> groups = experiment.groups();
    checkDeadlines(experiment, groups);
    List<List<TrialBounds>> bounds = bounds(experiment, threads);
    TextTable table = new TextTable("", columns(experiment));
    for (int g = 0; g < groups.size(); g++) {
      table.add(row(experiment, groups.get(g).getFirst(), bounds.get(g)));
    }
    table.print(out, Integer.MAX_VALUE);
    out.println();
    out.println(
        "Mean and half of the 95 %% confidence interval over %s; what each is: espalier bound --help"
            .formatted(Summary.count(experiment.study().plan().trials(), "trial")));
    out.flush();
    return ExitCode.OK;
  }

  private Experiment experiment() {
    Problems problems = new Problems();
    var experiment =
        Experiment.load(
            command.study(), command.assignments(), command.plugins().registry(), problems);
    problems.throwIfAny();
    return experiment.orElseThrow();
  }

  private void checkDeadlines(Experiment experiment, List<List<Scenario>> groups) {
    for (List<Scenario> group : groups) {
      if (experiment.haveUtilities(group.getFirst())) {
        throw new CommandFailure(
            ("%s: tasks have utility functions; there are bounds for tasks that have deadlines only."
                    + " Results of this study have utility_bound, what tasks would earn if each were"
                    + " alone")
                .formatted(command.study()));
      }
    }
  }

  private List<List<TrialBounds>> bounds(Experiment experiment, int threads) {
    int trials = experiment.groups().size() * experiment.study().plan().trials();
    try (RunProgress progress = RunProgress.start(trials, err)) {
      return BoundRunner.run(experiment, new RunSettings(threads, System::nanoTime, progress));
    }
  }

  /** The axes that say what tasks there are, and on what system. */
  private static int[] axes(Experiment experiment) {
    List<Axis> axes = experiment.study().comparison().axes();
    return IntStream.range(0, axes.size())
        .filter(i -> axes.get(i).dimension() instanceof InputOption)
        .toArray();
  }

  private static List<TextTable.Column> columns(Experiment experiment) {
    List<TextTable.Column> columns = new ArrayList<>();
    for (int axis : axes(experiment)) {
      Axis shown = experiment.study().comparison().axes().get(axis);
      columns.add(TextTable.words(shown.dimension().key()));
    }
    for (String title :
        List.of("tasks", "steady %", "fluid %", "counted %", "clairvoyant %", "hindsight %")) {
      columns.add(TextTable.numbers(title));
    }
    return columns;
  }

  private static List<String> row(
      Experiment experiment, Scenario scenario, List<TrialBounds> trials) {
    List<String> row = new ArrayList<>();
    for (int axis : axes(experiment)) {
      row.add(scenario.values().get(axis));
    }
    row.add(text(trials, TrialBounds::tasks, 0));
    row.add(text(trials, bounds -> 100 * bounds.steadyShare(), 1));
    row.add(text(trials, bounds -> 100 * bounds.fluid() / bounds.tasks(), 1));
    row.add(text(trials, bounds -> 100 * bounds.countedShare(), 1));
    row.add(text(trials, bounds -> 100.0 * bounds.clairvoyant() / bounds.tasks(), 1));
    row.add(text(trials, bounds -> 100.0 * bounds.hindsight() / bounds.tasks(), 1));
    return row;
  }

  private static String text(
      List<TrialBounds> trials, ToDoubleFunction<TrialBounds> value, int decimals) {
    double[] values = trials.stream().mapToDouble(value).toArray();
    return NumberText.interval(MeanInterval.of(values), decimals);
  }
}
