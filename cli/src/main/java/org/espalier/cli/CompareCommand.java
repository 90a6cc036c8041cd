package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier compare}: differences between stored results. The work is in {@link CompareRun},
 * loaded when it is called.
 */
@Command(
    name = "compare",
    description = {
      "Takes differences between scenarios, with 95 %% intervals.",
      "",
      "Each scenario is held against the baseline's that differs from it in the fewest axes. Where"
          + " both met the same trials, which is the same tasks and seed on whatever systems, the"
          + " difference is taken trial by trial. Where they did not, as at another load, the"
          + " comparison is unpaired, and says so: the difference of the means, with Welch's"
          + " interval."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier compare results/quick-start --baseline PAM",
      "  espalier compare results/before results/after --column robustness,response_s",
      "  espalier compare results/before results/after --baseline before:MM --csv > difference.csv",
      "",
      "docs/columns.md explains every column."
    })
final class CompareCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "RESULT",
      description = "directories that espalier run wrote")
  List<Path> results = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "what to compare with: a policy or other value of an axis, a scenario (\"PAM, 15k\"), the"
              + " name of a RESULT, or NAME-OF-RESULT:SCENARIO; by default the first of several"
              + " RESULTs, or the baseline of the study")
  Optional<String> baseline;

  @Option(
      names = "--column",
      paramLabel = "KEY",
      split = ",",
      defaultValue = "robustness",
      description = "columns to compare, with commas between them; default ${DEFAULT-VALUE}")
  List<String> columns = new ArrayList<>();

  @Option(names = "--csv", description = "prints CSV, a row for each difference")
  boolean csv;

  @Override
  public Integer call() {
    return new CompareRun(this).run();
  }
}
