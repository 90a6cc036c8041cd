package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.report.OwnDirectory;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.WorkloadOptions;
import org.espalier.workload.document.Names;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.trace.WorkloadFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier workload generate}: writes generated workloads. */
@Command(
    name = "generate",
    description = "Generates workloads: those of a study with the same seed, trials and options.",
    sortOptions = false,
    footer = {
      "",
      "One trial is written to the file OUT, several to OUT/trial_1.csv, OUT/trial_2.csv, ...;",
      "a study reads them with workload: {files: 'OUT/trial_{trial}.csv'}.",
      "",
      "Examples:",
      "  espalier workload generate --system inputs/spec/system.yaml -o one.csv --tasks 100",
      "  espalier workload generate --system inputs/spec/system.yaml -o spiky30k --trials 30 \\",
      "      --pattern spiky --arrival-intensity 30k"
    })
final class WorkloadGenerateCommand extends Subcommand {
  private static final Pattern TRIAL = Pattern.compile("trial_[0-9]+\\.csv");

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

  /** Adds the options that say what the workload is like; picocli calls it. */
  @Spec
  void addOptions(CommandSpec itsSpec) {
    GivenOptions.add(itsSpec, WorkloadOptions.OF_GENERATED);
  }

  @Override
  protected void run() throws IOException {
    WorkloadModel model = model();
    OutputFile.checkWorkload("-o", output);
    HcSystem system = SystemInput.read(this.system, output, out());
    CommandFailure.whenAny(
        model.problem(system).stream()
            .map(problem -> problem + "; give more --tasks, or a longer --longest-gap")
            .toList());
    if (trials == 1 && !Files.isDirectory(output)) {
      writeOne(model, system);
    } else {
      refuseFile();
      writeAll(model, system);
    }
    print(model, system);
  }

  private WorkloadModel model() {
    InputValues given =
        new GivenOptions(spec(), WorkloadOptions.OF_GENERATED)
            .values(WorkloadGenerateCommand::inVain);
    return WorkloadOptions.model(given, Optional.empty());
  }

  private static List<String> inVain(InputValues given) {
    return WorkloadOptions.withoutEffect(given, Optional.empty(), other -> false).stream()
        .map(option ->
            "%s has no effect on %s; %s".formatted(option.key(), option.on(), option.remedy()))
        .toList();
  }

  /** Several trials need a directory: a name with the ending of a file was not meant as one. */
  private void refuseFile() {
    boolean named = output.toString().endsWith(".csv");
    CommandFailure.when(
        Files.exists(output) ? !Files.isDirectory(output) : named,
        "-o: %s is one file for %s trials; name a directory",
        output,
        trials);
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
    directory.write(draft -> {
      for (int trial = 1; trial <= trials; trial++) {
        write(draft.resolve("trial_%s.csv".formatted(trial)), model, system, trial);
      }
    });
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
}
