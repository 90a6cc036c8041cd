package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.RunProgress;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.report.OwnDirectory;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.WorkloadOptions;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.trace.WorkloadFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier workload generate}: writes generated workloads. */
@Command(
    name = "generate",
    description = "Generates workloads: those of a study with the same seed, trials and options.",
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
final class WorkloadGenerateCommand extends Subcommand {
  private static final String ENVIRONMENT = "environment";
  private static final Pattern TRIAL = Pattern.compile("trial_[0-9]+\\.csv");

  /** Tasks in all from which on progress is shown. */
  private static final long MANY_TASKS = 500_000;

  @Option(
      names = "--system",
      required = true,
      paramLabel = "FILE",
      description = "the system (.yaml, .etc) whose task types and PET the tasks are for")
  private Path system;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "file to write, or directory for several trials; replaced if it is there")
  private Path output;

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
              + " on_peak_share, on_peak_factor; daily and diurnal: environment (chapter-2,"
              + " chapter-4, appendix-h, or a YAML file), warm_up, longest_gap; diurnal:"
              + " amplitude); repeatable")
  private Map<String, String> others = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  private long seed;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many trials (default 1)")
  private int trials;

  @Override
  protected void run() throws IOException {
    WorkloadModel model = model();
    OutputFile.checkWorkload("-o", output);
    HcSystem system = SystemInput.read(this.system, output, out());
    check(model, system);
    if (trials == 1 && !Files.isDirectory(output)) {
      writeOne(model, system);
    } else {
      refuseFile();
      writeAll(model, system);
    }
    print(model, system);
  }

  private static void check(WorkloadModel model, HcSystem system) {
    Optional<String> problem = model.problem(system);
    if (problem.isPresent()) {
      throw new CommandFailure(problem.get() + "; give more --tasks, or a longer longest_gap");
    }
  }

  private WorkloadModel model() {
    Map<InputOption<?>, String> texts = new LinkedHashMap<>();
    given()
        .forEach((key, given) -> {
          String value = key.equals(ENVIRONMENT) ? environment(given) : given;
          texts.put(option(key, value), value);
        });
    InputValues options = new InputValues(texts);
    for (WorkloadOptions.InVain option :
        WorkloadOptions.withoutEffect(options, Optional.empty(), other -> false)) {
      throw new CommandFailure(
          "%s has no effect on %s; %s".formatted(option.key(), option.on(), option.remedy()));
    }
    return WorkloadOptions.model(options, Optional.empty());
  }

  /** What a file says, where one is named. */
  private static String environment(String given) {
    return given.endsWith(".yaml")
        ? Problems.demand(problems -> EnvironmentReader.text(Path.of(given), problems))
        : given;
  }

  private static InputOption<?> option(String key, String value) {
    InputOption<?> option =
        WorkloadOptions.find(key)
            .filter(WorkloadOptions.OF_GENERATED::contains)
            .orElseThrow(() ->
                new CommandFailure(
                    "--set %s: workloads have no such option; %s"
                        .formatted(key, Names.remedy(key, generated()))));
    CommandFailure.when(
        !option.accepts(value), "%s is %s; expected %s", key, value, option.expected());
    return option;
  }

  private static List<String> generated() {
    return WorkloadOptions.OF_GENERATED.stream().map(InputOption::key).toList();
  }

  /** Several trials need a directory: a name with the ending of a file was not meant as one. */
  private void refuseFile() {
    boolean named = output.toString().endsWith(".csv");
    if (Files.exists(output) ? !Files.isDirectory(output) : named) {
      throw new CommandFailure(
          "-o: %s is one file for %s trials; name a directory".formatted(output, trials));
    }
  }

  private void writeOne(WorkloadModel model, HcSystem system) throws IOException {
    OutputFile.check("-o", output, this.system);
    OutputFile.write(output, file -> write(file, model, system, 1));
  }

  private void writeAll(WorkloadModel model, HcSystem system) throws IOException {
    OwnDirectory directory = new OwnDirectory(output, TRIAL.asMatchPredicate(), Set.of());
    Optional<String> obstacle = directory.obstacle();
    CommandFailure.when(
        obstacle.isPresent(), "-o: %s %s; name another", output, obstacle.orElse(""));
    boolean many = (long) trials * model.expectedTasks() >= MANY_TASKS;
    try (RunProgress progress = RunProgress.ofTrials(trials, many, err())) {
      directory.write(draft -> {
        for (int trial = 1; trial <= trials; trial++) {
          write(draft.resolve("trial_%s.csv".formatted(trial)), model, system, trial);
          progress.trialsDone(trial, trials);
        }
      });
    }
  }

  private void write(Path file, WorkloadModel model, HcSystem system, int trial)
      throws IOException {
    WorkloadFiles.write(file, model.generate(system, seed, trial), system);
  }

  private void print(WorkloadModel model, HcSystem system) {
    say(
        "wrote %s: %s of %s%s for system %s, seed %s, %s%n",
        output,
        Names.count(trials, "trial"),
        model.isExact() ? "" : "about ",
        Names.count(model.expectedTasks(), "task"),
        system.name(),
        seed,
        trials == 1 ? "trial 1" : "1 to " + trials);
  }

  /** The options of the workload that are given, by the keys that studies have for them. */
  private Map<String, String> given() {
    Map<String, String> all = new LinkedHashMap<>(others);
    pattern.ifPresent(value -> all.put("pattern", value));
    tasks.ifPresent(value -> all.put("tasks", value));
    intensity.ifPresent(value -> all.put("arrival_intensity", value));
    slack.ifPresent(value -> all.put("slack", value));
    return all;
  }
}
