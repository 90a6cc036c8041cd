package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.pet.BelievedPets;
import org.espalier.workload.pet.PetBelief;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.trace.LogPart;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * Makes what trials of scenarios run on: the system, the workload and the forecasts. Each is a
 * function of the seed, the scenario and the trial.
 */
public final class TrialInputs {
  private final Systems systems;
  private final long seed;

  TrialInputs(Systems systems, long seed) {
    this.systems = systems;
    this.seed = seed;
  }

  /** The system that a scenario runs on in a trial. */
  public HcSystem system(Scenario scenario, int trial) {
    return systems.make(scenario.system(), trial);
  }

  /** The system of a trial with the PET that a belief makes of the true one. */
  public HcSystem believedSystem(HcSystem system, PetBelief belief, int trial) {
    return BelievedPets.thinned(system.withPet(BelievedPets.of(system.pet(), belief, seed, trial)));
  }

  /**
   * How heterogeneous a generated system is; empty where systems are read from a file, or no
   * machine type is general.
   */
  public Optional<Heterogeneity> heterogeneity(HcSystem system) {
    if (systems.areRead()) {
      return Optional.empty();
    }
    EcsMatrix speeds = EcsMatrix.of(system.pet());
    return speeds.general().map(general -> Heterogeneity.of(speeds));
  }

  /** The workload that a scenario meets in a trial; times count from its beginning. */
  public Workload workload(Scenario scenario, int trial) {
    return workload(scenario, system(scenario, trial), trial);
  }

  /** The same on the system that the scenario runs on in the trial, made before. */
  public Workload workload(Scenario scenario, HcSystem made, int trial) {
    return part(scenario, made, trial).workload();
  }

  /** When a trial begins, by the clock of the file of its workload, in ticks. */
  public long begin(Scenario scenario, int trial) {
    return part(scenario, system(scenario, trial), trial).begin();
  }

  private LogPart part(Scenario scenario, HcSystem made, int trial) {
    return Problems.demand(problems -> part(scenario, made, trial, problems)).value();
  }

  /** What a trial meets with what was done to it; empty if there are problems. */
  Optional<Loaded<LogPart>> part(Scenario scenario, HcSystem made, int trial, Problems problems) {
    return switch (scenario.workload()) {
      case WorkloadChoice.Generated(var model) ->
          Optional.of(Loaded.of(LogPart.whole(model.generate(made, seed, trial))));
      case WorkloadChoice.Files files -> read(files, made, trial, problems);
    };
  }

  /** The file that a workload is read from; empty where it is generated. */
  public Optional<Path> workloadFile(Scenario scenario, int trial) {
    return scenario.workload() instanceof WorkloadChoice.Files files
        ? files.file(trial)
        : Optional.empty();
  }

  /** Whether the tasks that a scenario meets have more than deadlines, as those of trial 1. */
  public boolean haveUtilities(Scenario scenario) {
    return switch (scenario.workload()) {
      case WorkloadChoice.Generated(var model) -> model.hasUtilities();
      case WorkloadChoice.Files files ->
          workload(scenario, 1).tasks().stream()
              .anyMatch(task -> !task.utility().equals(UtilityFunction.OF_DEADLINE));
    };
  }

  private static Optional<Loaded<LogPart>> read(
      WorkloadChoice.Files files, HcSystem system, int trial, Problems problems) {
    Optional<Path> file = files.file(trial);
    if (file.isEmpty()) {
      return problems
          .in(files.source().directory())
          .report(
              "no workload files for pattern " + files.pattern(),
              "give other files or another system");
    }
    boolean ofPapers = file.get().toString().endsWith(".dat");
    Optional<Loaded<Workload>> read =
        files.recorded() && !ofPapers
            ? WorkloadFiles.readRecorded(file.get(), system, problems)
            : drawn(file.get(), ofPapers, system, problems);
    if (files.recorded() && ofPapers) {
      problems
          .in(file.get())
          .report("has no recorded execution times", "set execution_times: drawn");
    }
    Optional<Loaded<LogPart>> part =
        read.map(loaded -> loaded.map(log -> part(log, files, system.tick(), trial)));
    if (part.isPresent() && part.get().value().workload().size() == 0) {
      reportEmpty(
          problems.in(file.get()), read.get().value(), part.get().value(), files, system.tick());
      return Optional.empty();
    }
    return part;
  }

  /** A workload without the times that were recorded, if any were. */
  private static Optional<Loaded<Workload>> drawn(
      Path file, boolean ofPapers, HcSystem system, Problems problems) {
    if (ofPapers) {
      return TrialFiles.read(file, system, problems);
    }
    return WorkloadFiles.read(file, system, problems)
        .map(read ->
            read.value().recorded().isEmpty()
                ? read
                : read.map(log -> new Workload(log.name(), log.tasks()))
                    .with(
                        List.of(
                            file.getFileName()
                                + ": execution times are drawn from the PET; those that were"
                                + " recorded are used with execution_times: recorded")));
  }

  /** The part of a log that a trial meets. */
  private static LogPart part(Workload log, WorkloadChoice.Files files, Duration tick, int trial) {
    long begin = begin(files, tick, LogPart.firstArrival(log));
    return files
        .source()
        .windows()
        .map(windows -> LogPart.window(log, begin, windows.length().dividedBy(tick), trial))
        .orElseGet(() -> LogPart.from(log, begin))
        .faster(files.load());
  }

  /** When a log is taken to begin, by its own clock, in ticks. */
  private static long begin(WorkloadChoice.Files files, Duration tick, long firstArrival) {
    return files.begin().map(at -> at.dividedBy(tick)).orElse(firstArrival);
  }

  /** Reports why a trial would meet no task. */
  private static void reportEmpty(
      FileProblems problems,
      Workload log,
      LogPart part,
      WorkloadChoice.Files files,
      Duration tick) {
    String begin = at(part.begin(), tick);
    long last = LogPart.lastArrival(log);
    Optional<WorkloadSource.Windows> windows = files.source().windows();
    long length = windows.map(each -> each.length().dividedBy(tick)).orElse(TimeSpan.NEVER);
    if (part.begin() > last) {
      long room = Math.max(0, last - (part.begin() - part.offset()) + length) / length;
      problems.report(
          0,
          "",
          begin,
          "a %s would begin behind the last task of the log, at %s"
              .formatted(windows.isEmpty() ? "trial" : "window", at(last, tick)),
          room > 0 ? "set windows to count %s or fewer".formatted(room) : "begin sooner");
    } else {
      problems.report(
          0,
          "",
          begin,
          "no task arrives in the window from then to " + at(part.begin() + length, tick),
          "give longer windows, or fewer, or begin at another time");
    }
  }

  private static String at(long ticks, Duration tick) {
    return Quantities.text(tick.multipliedBy(ticks));
  }

  /** What the policy of a scenario is made with in a trial, with its forecast. */
  public PolicySettings settings(Scenario scenario, HcSystem made, int trial) {
    return scenario
        .settings()
        .withParameters(
            scenario
                .settings()
                .parameters()
                .replacing(
                    Forecast.class,
                    named ->
                        forecastFile(named, trial)
                            .map(file -> forecast(named, file, scenario, made, trial))
                            .orElseGet(() ->
                                anotherDay(scenario, made, trial).startingAt(named.start()))));
  }

  /** The file of a forecast in a trial; empty if it is generated. */
  static Optional<Path> forecastFile(Forecast named, int trial) {
    return Optional.of(named)
        .filter(ForecastText::isFile)
        .map(forecast -> Path.of(forecast.name().replace("{trial}", Integer.toString(trial))));
  }

  /**
   * A forecast from a file. It counts from where the trial does: by the clock of the files if the
   * study says when that is, or else from its own first arrival, as the workload from its.
   */
  private static Forecast forecast(
      Forecast named, Path file, Scenario scenario, HcSystem made, int trial) {
    LongUnaryOperator begin =
        switch (scenario.workload()) {
          case WorkloadChoice.Generated generated -> first -> 0;
          case WorkloadChoice.Files files ->
              first -> begin(files, made.tick(), first) + offset(files, made.tick(), trial);
        };
    return Problems.demand(problems -> Forecasts.read(named, file, made, begin, problems)).value();
  }

  /** How long after its log begins a trial does, in ticks. */
  private static long offset(WorkloadChoice.Files files, Duration tick, int trial) {
    return files
        .source()
        .windows()
        .map(windows -> LogPart.offset(windows.length().dividedBy(tick), trial))
        .orElse(0L);
  }

  /**
   * A forecast of another day like that of a trial, independent of all trials; {@link
   * Forecast#NONE} where workloads are read from files.
   */
  public Forecast anotherDay(Scenario scenario, HcSystem made, int trial) {
    return scenario.workload() instanceof WorkloadChoice.Generated(var model)
        ? Forecast.of(ForecastText.ANOTHER_DAY, model.generate(made, seed, -trial), made.tick())
        : Forecast.NONE;
  }
}
