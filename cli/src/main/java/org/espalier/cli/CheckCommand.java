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
 * {@code espalier check}: finds all that is wrong with files. The work is in {@link CheckRun},
 * loaded when it is called.
 */
@Command(
    name = "check",
    description = "Checks files, and tells all that is wrong with all of them at once.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Each problem is on one line: file:line: path: what is wrong (value ...); what to do.",
      "The exit code is 0 if all files are good, 2 if not.",
      "",
      "Examples:",
      "  espalier check studies/*.yaml inputs/spec/system.yaml",
      "  espalier check live.yaml",
      "  espalier check --system classes.etc arr15k/*.dat"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "a study, a system or a live system (.yaml), a PET (.etc, .pet.csv), power (.power.csv),"
              + " a workload (.dat, .csv), a trace (.swf, .swf.gz), samples or means (.csv), or a"
              + " journal (.jsonl)")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description =
          "the system (.yaml, .etc) whose task types the workloads have; the one system among the"
              + " files if left out; without any, workloads are checked for themselves only")
  Optional<Path> system;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() {
    return new CheckRun(this, spec.commandLine().getOut()).run();
  }
}
