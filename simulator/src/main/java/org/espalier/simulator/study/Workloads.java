package org.espalier.simulator.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.WorkloadFiles;

/** Makes the workload of a trial: a function of the study, the workload's options and the trial. */
final class Workloads {
  private final WorkloadSource source;
  private final long seed;

  Workloads(WorkloadSource source, long seed) {
    this.source = source;
    this.seed = seed;
  }

  /** The workload of a trial on its system. */
  Workload make(Map<WorkloadOption, String> options, HcSystem system, int trial) {
    Problems problems = new Problems();
    Optional<Loaded<Workload>> made = make(options, system, trial, problems);
    problems.throwIfAny();
    return made.orElseThrow().value();
  }

  /**
   * Another day like that of a trial, independent of all trials; empty where workloads are not
   * generated.
   */
  Optional<Workload> anotherDay(Map<WorkloadOption, String> options, HcSystem system, int trial) {
    return source instanceof WorkloadSource.Generated
        ? Optional.of(WorkloadOption.model(options).generate(system, seed, -trial))
        : Optional.empty();
  }

  /** The workload of a trial on its system; empty if there are problems. */
  Optional<Loaded<Workload>> make(
      Map<WorkloadOption, String> options, HcSystem system, int trial, Problems problems) {
    return switch (source) {
      case WorkloadSource.Generated generated ->
          Optional.of(Loaded.of(WorkloadOption.model(options).generate(system, seed, trial)));
      case WorkloadSource.Files files -> read(files, options, system, trial, problems);
    };
  }

  /** Whether a task has a utility function, and not just a deadline, as the first trial has it. */
  boolean haveUtilities(Map<WorkloadOption, String> options, HcSystem system) {
    return switch (source) {
      case WorkloadSource.Generated generated -> WorkloadOption.model(options).hasUtilities();
      case WorkloadSource.Files files ->
          make(options, system, 1).tasks().stream()
              .anyMatch(task -> !task.utility().equals(UtilityFunction.OF_DEADLINE));
    };
  }

  /** Whether making a workload reads a file. */
  boolean readsFiles() {
    return source instanceof WorkloadSource.Files;
  }

  /** The file that a workload is read from; empty where there is none. */
  Optional<Path> file(Map<WorkloadOption, String> options, int trial) {
    return source instanceof WorkloadSource.Files files
        ? files.file(options, trial)
        : Optional.empty();
  }

  /** What to do where the file of a workload is not there; empty where it is, or none is read. */
  Optional<String> remedyIfMissing(Map<WorkloadOption, String> options, int trial) {
    Optional<Path> file = file(options, trial).filter(found -> !Files.exists(found));
    if (file.isEmpty() || !(source instanceof WorkloadSource.Files files)) {
      return Optional.empty();
    }
    List<String> there = files.intensities(options);
    String asked = options.getOrDefault(WorkloadOption.ARRIVAL_INTENSITY, "");
    if (there.isEmpty() || there.contains(asked)) {
      return Optional.of(trial > 1 ? "set trials to %d".formatted(trial - 1) : "mend the name");
    }
    return Optional.of("there are files of arrival_intensity " + String.join(", ", there));
  }

  /** Where a workload comes from, for messages. */
  Path place(Map<WorkloadOption, String> options, int trial) {
    return switch (source) {
      case WorkloadSource.Generated generated -> Path.of("generated");
      case WorkloadSource.Files files ->
          files.file(options, trial).orElseGet(() -> files.directory());
    };
  }

  private Optional<Loaded<Workload>> read(
      WorkloadSource.Files files,
      Map<WorkloadOption, String> options,
      HcSystem system,
      int trial,
      Problems problems) {
    Optional<Path> file = files.file(options, trial);
    if (file.isEmpty()) {
      String pattern = options.getOrDefault(WorkloadOption.PATTERN, "");
      report(files.directory(), "no workload files for pattern " + pattern, problems);
      return Optional.empty();
    }
    Optional<Loaded<Workload>> read =
        file.get().toString().endsWith(".dat")
            ? TrialFiles.read(file.get(), system, problems)
            : WorkloadFiles.read(file.get(), system, problems).map(Loaded::of);
    double load = WorkloadOption.load(options);
    return read.map(loaded -> loaded.map(workload -> compressed(workload, load)));
  }

  /**
   * The tasks with their arrival times divided by a load, and as much time from there as before.
   */
  private static Workload compressed(Workload workload, double load) {
    return load == 1
        ? workload
        : new Workload(
            workload.name(),
            workload.tasks().stream().map(task -> compressed(task, load)).toList());
  }

  private static Task compressed(Task task, double load) {
    long arrival = Math.round(task.arrival() / load);
    long deadline =
        task.deadline() == Task.NO_DEADLINE
            ? Task.NO_DEADLINE
            : arrival + (task.deadline() - task.arrival());
    return new Task(task.id(), task.type(), arrival, deadline, task.utility());
  }

  private static void report(Path file, String message, Problems problems) {
    problems.add(new Problem(file, 0, "", "", message, "give other files or another system"));
  }
}
