package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier system enlarge}: writes a larger system that resembles a small one. The work is
 * in {@link SystemEnlarge}, loaded when it is called.
 */
@Command(
    name = "enlarge",
    description =
        "Writes a system with more task types and special-purpose machine types, whose times and"
            + " powers keep mean, variation, skewness and kurtosis.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Averages over machine types are drawn by the Gram-Charlier expansion of the real averages,",
      "and ratios over the average likewise for each machine type. The expansion is clipped where",
      "it is negative, which shifts the moments: those wanted, of the clipped density and of the",
      "numbers drawn are printed. A special-purpose machine type has one machine and takes a tenth",
      "of the average time with the average power. OUT.pet.csv, and OUT.power.csv if there is",
      "power, are written beside OUT.yaml.",
      "",
      "Example:",
      "  espalier system enlarge small.yaml --task-types 30 --special \"3,3,2,2\" -o big.yaml"
    })
final class SystemEnlargeCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "the system (.yaml, .etc), with certain times for all pairs")
  Path file;

  @Option(
      names = "--task-types",
      required = true,
      paramLabel = "N",
      description = "task types of the larger system, those of FILE among them")
  int taskTypes;

  @Option(
      names = "--special",
      defaultValue = "none",
      paramLabel = "LIST",
      description =
          "special-purpose machine types: how many new task types each executes (default none)")
  String special;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  long seed;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  Path output;

  @Override
  public Integer call() throws IOException {
    return new SystemEnlarge(this).run();
  }
}
