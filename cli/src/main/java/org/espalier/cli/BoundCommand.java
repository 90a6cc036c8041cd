package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier bound}: what no policy gets beyond. The work is in {@link BoundCall}, loaded when
 * it is called.
 */
@Command(
    name = "bound",
    description = {
      "Tells how many tasks of a study can be on time at most, whatever the policy, or how much"
          + " utility they can earn.",
      "",
      "Where tasks have deadlines:",
      "",
      "steady: the share of tasks on time, if such tasks come at their mean rate without end and"
          + " nobody can see the future; results have it as steady_bound.",
      "fluid: the share of all tasks of a trial on time in the mean, if nobody can see the future.",
      "clairvoyant: the same, if all execution times are known beforehand, with one random number"
          + " for each task.",
      "hindsight: the same, with the execution times of the trial itself.",
      "",
      "Where tasks have utility functions, what nobody earns more of within the budget of energy,"
          + " even if all arrivals and execution times are known beforehand:",
      "",
      "utility: that of tasks that complete in the measured time; results have it as"
          + " clairvoyant_utility where a figure draws it.",
      "utility_prorated: that of executions by their share of the measured time,"
          + " clairvoyant_prorated."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier bound studies/just-in-time.yaml --set trials=3",
      "  espalier bound studies/just-in-time.yaml --set arrival_intensity=15k,30k --seed 7",
      "  espalier bound studies/just-in-time-fair.yaml --trials 1",
      "",
      "No policy is run. See docs/just-in-time.md."
    })
final class BoundCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(paramLabel = "STUDY.yaml", description = "the study")
  Path study = Path.of("");

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE[,VALUE...]",
      description = "replaces an axis or an option of the study; may be repeated")
  private List<String> assignments = new ArrayList<>();

  @Option(names = "--trials", paramLabel = "N", description = "the same as --set trials=N")
  private Optional<Integer> trials;

  @Option(names = "--seed", paramLabel = "N", description = "the same as --set seed=N")
  private Optional<Long> seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "threads; all cores if left out; results do not depend on it")
  Optional<Integer> threads;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() {
    return new BoundCall(this).run();
  }

  List<String> assignments() {
    List<String> all = new ArrayList<>(assignments);
    trials.ifPresent(number -> all.add("trials=" + number));
    seed.ifPresent(number -> all.add("seed=" + number));
    return all;
  }
}
