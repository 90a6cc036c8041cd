package org.espalier.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.analysis.study.SearchMethod;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier pareto}: searches the front of a trade-off. The work is in {@link ParetoCall},
 * loaded when it is called.
 */
@Command(
    name = "pareto",
    description = {
      "Searches static allocations for two of utility, makespan, energy, cost and robustness.",
      "",
      "Who to run where, when all tasks are known: the Pareto front, a bound on it, and what the"
          + " allocations on it are like. Ctrl-C keeps the front so far, and --resume goes on from"
          + " there; so it does after a crash."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier pareto studies/pareto/data-set-1.yaml",
      "  espalier pareto studies/pareto/data-set-3.yaml --method sweep",
      "  espalier pareto studies/pareto/data-set-3.yaml --generations 100000 --time 10min",
      "  espalier pareto studies/pareto/data-set-3.yaml --resume",
      "  espalier pareto studies/pareto/nine-types.yaml --bounds-only --set \"machines.AMD"
          + " A8-3870k=0..8/2\"",
      "",
      "docs/pareto-reference.yaml shows every option of a study."
    })
final class ParetoCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(index = "0", paramLabel = "STUDY.yaml", description = "the study")
  Path study;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "sweep (by prices, in seconds), nsga2 (the genetic algorithm alone), or both: nsga2 from"
              + " the front of the sweep; the study's if left out")
  Optional<SearchMethod> method;

  @Option(
      names = "--generations",
      paramLabel = "N",
      converter = OptionTypes.CountOrNone.class,
      description = "generations of nsga2 in place of the study's")
  Optional<Integer> generations;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description =
          "how long the search may take, as 30s or 10min; what is found by then hangs on the machine")
  Optional<Duration> time;

  @Option(names = "--seed", paramLabel = "N", description = "seed in place of the study's")
  Optional<Long> seed;

  @Option(
      names = "--set",
      paramLabel = "machines.TYPE=N[,N...]",
      description =
          "another number of machines of a type; several compare such systems in one table; may be"
              + " repeated")
  List<String> machines = new ArrayList<>();

  @Option(
      names = "--bounds-only",
      description = "shows bounds, which takes milliseconds for makespan and energy, and no fronts")
  boolean boundsOnly;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description =
          "threads; all cores if left out; fronts of counted searches do not depend on it")
  Optional<Integer> threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results go; results/<name of the study>, with -systems for several, if left out")
  Optional<Path> out;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "how much of a search a crash may lose at most; default ${DEFAULT-VALUE}")
  Duration checkpointEvery;

  @Mixin ResumeOptions resume;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new ParetoCall(this).run();
  }
}
