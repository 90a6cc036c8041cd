package org.espalier.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier show}: what a system, a PET or a workload holds. The work is in {@link ShowRun},
 * loaded when it is called.
 */
@Command(
    name = "show",
    description =
        "Shows what a system, a PET, power, a workload, a trace or a file of samples holds.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The shape of each distribution is drawn from its least to its greatest time.",
      "",
      "Examples:",
      "  espalier show inputs/spec/system.yaml",
      "  espalier show --plain video.pet.csv",
      "  espalier show --system classes.etc arr15k/trial_1.dat"
    })
final class ShowCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description =
          "a system (.yaml), PET (.etc, .pet.csv), power (.power.csv), workload (.dat, .csv), trace"
              + " (.swf, .swf.gz) or samples (.csv)")
  Path file;

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description = "the system (.yaml, .etc) that a workload is for: names, load and slack")
  Optional<Path> system;

  @Option(names = "--plain", description = "use ASCII characters only")
  boolean plain;

  @Override
  public Integer call() {
    return new ShowRun(this).run();
  }
}
