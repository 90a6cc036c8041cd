package org.espalier.cli.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.espalier.cli.terminal.CommandFailure;
import picocli.CommandLine.Option;

/** Whether and how a study is run over a cluster. */
final class SlurmOptions {
  /** What stands in the way of seeing to the jobs. */
  private static final Pattern OURS =
      Pattern.compile(
          "--(array|job-name|output|error|open-mode|chdir|clusters|parsable|requeue|no-requeue|test-only|wait|wrap)(=.*)?"
              + "|-[aJoeDMW].*");

  @Option(
      names = "--on",
      paramLabel = "WHAT",
      description =
          "runs the study in shards on a cluster: slurm. They are one job array, and progress is"
              + " shown here")
  private Optional<Scheduler> on;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "with --on: how many; as many as take a minute of work each if left out")
  Optional<Integer> shards;

  @Option(
      names = "--sbatch",
      paramLabel = "OPTION",
      description =
          "with --on: an option for sbatch, as --sbatch=--partition=long; repeatable. A shard has"
              + " as many threads as Slurm gives it CPUs")
  List<String> options = new ArrayList<>();

  /** What runs shards. */
  private enum Scheduler {
    SLURM
  }

  /** Whether the study is run over a cluster. Checks that the options go together. */
  boolean isChosen() {
    CommandFailure.when(
        on.isEmpty() && (shards.isPresent() || !options.isEmpty()),
        "--shards and --sbatch go with --on slurm");
    for (String option : options) {
      CommandFailure.when(
          !option.startsWith("-"),
          "--sbatch is %s; expected an option, as --sbatch=--partition=long",
          option);
      CommandFailure.when(
          OURS.matcher(option).matches(),
          "--sbatch=%s: espalier sets this itself; leave it out",
          option);
    }
    return on.isPresent();
  }
}
