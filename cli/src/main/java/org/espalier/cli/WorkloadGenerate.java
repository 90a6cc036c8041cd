package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.study.WorkloadOption;
import org.espalier.workload.document.Names;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.trace.WorkloadFiles;

/** One call of {@code espalier workload generate}. */
final class WorkloadGenerate {
  /** Tasks in all from which on progress is shown. */
  private static final long MANY_TASKS = 500_000;

  private final WorkloadGenerateCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  WorkloadGenerate(WorkloadGenerateCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() throws IOException {
    WorkloadModel model = model();
    checkTrials();
    OutputFile.checkWorkload("-o", command.output);
    HcSystem system = SystemInput.read(command.system, out);
    check(model, system);
    if (command.trials == 1 && !Files.isDirectory(command.output)) {
      writeOne(model, system);
    } else {
      refuseFile();
      writeAll(model, system);
    }
    print(model, system);
    return ExitCode.OK;
  }

  private static void check(WorkloadModel model, HcSystem system) {
    Optional<String> problem = model.problem(system);
    if (problem.isPresent()) {
      throw new CommandFailure(problem.get() + "; give more --tasks, or a longer longest_gap");
    }
  }

  private WorkloadModel model() {
    Map<WorkloadOption, String> options = new EnumMap<>(WorkloadOption.class);
    command.options().forEach((key, value) -> options.put(option(key, value), value));
    List<WorkloadOption> inVain = WorkloadOption.withoutEffect(options, option -> false);
    if (!inVain.isEmpty()) {
      throw new CommandFailure(
          "%s has no effect on pattern %s; leave it out%s"
              .formatted(
                  inVain.getFirst().key(),
                  WorkloadOption.patternWord(options),
                  WorkloadOption.model(options) instanceof DaySpec
                      ? ", --tasks says how many arrive in a day"
                      : ""));
    }
    return WorkloadOption.model(options);
  }

  private static WorkloadOption option(String key, String value) {
    WorkloadOption option =
        WorkloadOption.find(key)
            .filter(WorkloadOption.OF_GENERATED::contains)
            .orElseThrow(() ->
                new CommandFailure(
                    "--set %s: workloads have no such option; %s"
                        .formatted(key, Names.remedy(key, generated()))));
    if (!option.accepts(value)) {
      throw new CommandFailure("%s is %s; expected %s".formatted(key, value, option.expected()));
    }
    return option;
  }

  private static List<String> generated() {
    return WorkloadOption.OF_GENERATED.stream().map(WorkloadOption::key).toList();
  }

  private void checkTrials() {
    if (command.firstTrial > Integer.MAX_VALUE - command.trials) {
      throw new CommandFailure(
          "--first-trial is %d; expected a smaller number".formatted(command.firstTrial));
    }
  }

  /** Several trials need a directory: a name with the ending of a file was not meant as one. */
  private void refuseFile() {
    Path output = command.output;
    boolean named = output.toString().endsWith(".csv");
    if (Files.exists(output) ? !Files.isDirectory(output) : named) {
      throw new CommandFailure(
          "-o: %s is one file for %d trials; name a directory".formatted(output, command.trials));
    }
  }

  private void writeOne(WorkloadModel model, HcSystem system) throws IOException {
    OutputFile.check("-o", command.output, command.system);
    WholeFile.write(command.output, file -> write(file, model, system, command.firstTrial));
  }

  private void writeAll(WorkloadModel model, HcSystem system) throws IOException {
    Path parent = command.output.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new CommandFailure("-o: there is no directory %s; make it first".formatted(parent));
    }
    int trials = command.trials;
    boolean many = (long) trials * model.expectedTasks() >= MANY_TASKS;
    try (RunProgress progress = RunProgress.ofTrials(trials, many, err)) {
      WholeDirectory.write(
          command.output,
          directory -> {
            for (int i = 0; i < trials; i++) {
              int trial = command.firstTrial + i;
              Path file = directory.resolve("trial_%d.csv".formatted(trial));
              write(file, model, system, trial);
              progress.trialsDone(i + 1, trials);
            }
          });
    }
  }

  private void write(Path file, WorkloadModel model, HcSystem system, int trial)
      throws IOException {
    WorkloadFiles.write(file, model.generate(system, command.seed, trial), system);
  }

  private void print(WorkloadModel model, HcSystem system) {
    int last = command.firstTrial + command.trials - 1;
    out.printf(
        "wrote %s: %s of %s%s for system %s, seed %d, %s%n",
        command.output,
        Summary.count(command.trials, "trial"),
        model.isExact() ? "" : "about ",
        Summary.count(model.expectedTasks(), "task"),
        system.name(),
        command.seed,
        command.trials == 1 ? "trial " + last : command.firstTrial + " to " + last);
    out.flush();
  }
}
