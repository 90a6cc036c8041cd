package org.espalier.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "",
      "docs/pareto-reference.yaml shows every option of a study."
    })
final class ParetoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "STUDY.yaml", description = "the study")
  private Path study;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "sweep (by prices, in seconds), nsga2 (the genetic algorithm alone), or both: nsga2 from"
              + " the front of the sweep; the study's if left out")
  private @Nullable String method;

  @Option(
      names = "--generations",
      paramLabel = "N",
      description = "generations of nsga2 in place of the study's")
  private @Nullable Integer generations;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description =
          "how long the search may take, as 30s or 10min; what is found by then hangs on the machine")
  private @Nullable String time;

  @Option(names = "--seed", paramLabel = "N", description = "seed in place of the study's")
  private @Nullable Long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "threads; all cores if left out; fronts of counted searches do not depend on it")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where results go; results/<name of the study> if left out")
  private @Nullable Path out;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "how much of a search a crash may lose at most; default ${DEFAULT-VALUE}")
  private String checkpointEvery = "5s";

  @Mixin private ResumeOptions resume;

  @Mixin private PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new ParetoCall(this).run();
  }

  CommandSpec spec() {
    return spec;
  }

  Path study() {
    return study;
  }

  Optional<String> method() {
    return Optional.ofNullable(method);
  }

  Optional<Integer> generations() {
    return Optional.ofNullable(generations);
  }

  Optional<String> time() {
    return Optional.ofNullable(time);
  }

  Optional<Long> seed() {
    return Optional.ofNullable(seed);
  }

  Optional<Integer> threads() {
    return Optional.ofNullable(threads);
  }

  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  String checkpointEvery() {
    return checkpointEvery;
  }

  ResumeOptions resume() {
    return resume;
  }

  PluginOptions plugins() {
    return plugins;
  }
}
