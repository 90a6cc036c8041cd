package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code espalier workload generate}: writes generated workloads. The work is in {@link
 * WorkloadGenerate}, loaded when it is called.
 */
@Command(
    name = "generate",
    description = "Generates workloads: those of a study with the same seed, trials and options.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "One trial is written to the file OUT, several to OUT/trial_1.csv, OUT/trial_2.csv, ...;",
      "a study reads them with workload: {files: 'OUT/trial_{trial}.csv'}.",
      "",
      "Examples:",
      "  espalier workload generate --system inputs/spec/system.yaml -o one.csv --tasks 100",
      "  espalier workload generate --system inputs/spec/system.yaml -o spiky30k --trials 30 \\",
      "      --pattern spiky --intensity 30k"
    })
final class WorkloadGenerateCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--system",
      required = true,
      paramLabel = "FILE",
      description = "the system (.yaml, .etc) whose task types and PET the tasks are for")
  Path system;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "file to write, or directory for several trials; replaced if it is there")
  Path output;

  @Option(
      names = "--pattern",
      paramLabel = "PATTERN",
      description =
          "how tasks arrive: steady (default), spiky, poisson, or a day of tasks with utility"
              + " functions: daily, or diurnal, whose load rises and falls")
  private Optional<String> pattern;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description =
          "tasks in a trial, or in a day of daily and diurnal (default 800; of days: 33000)")
  private Optional<String> tasks;

  @Option(
      names = "--intensity",
      paramLabel = "N",
      description = "tasks that arrive in a period of 86400 ms, as 15000 or 15k (default 15k)")
  private Optional<String> intensity;

  @Option(
      names = "--slack",
      paramLabel = "GAMMA",
      description =
          "of the deadline arrival + mean(type) + GAMMA * mean(all)"
              + " (THESIS eq. 3.7; default 1; 0: deadlines of MAXROBUST)")
  private Optional<String> slack;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "another option that a study's workload has (period, unit, variance_share, cycles,"
              + " on_peak_share, on_peak_factor; daily and diurnal: utility_scale, utility_classes,"
              + " warm_up, longest_gap; diurnal: amplitude); repeatable")
  private Map<String, String> others = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  long seed;

  @Option(
      names = "--trials",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      defaultValue = "1",
      description = "how many trials (default 1)")
  int trials;

  @Option(
      names = "--first-trial",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      defaultValue = "1",
      description = "number of the first trial (default 1); trials of one seed differ")
  int firstTrial;

  @Override
  public Integer call() throws IOException {
    return new WorkloadGenerate(this).run();
  }

  /** The options of the workload that are given, by the keys that studies have for them. */
  Map<String, String> options() {
    Map<String, String> all = new LinkedHashMap<>(others);
    pattern.ifPresent(value -> all.put("pattern", value));
    tasks.ifPresent(value -> all.put("tasks", value));
    intensity.ifPresent(value -> all.put("arrival_intensity", value));
    slack.ifPresent(value -> all.put("slack", value));
    return all;
  }
}
