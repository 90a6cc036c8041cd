package org.espalier.cli.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.service.config.LiveFiles;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.pet.Means;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.swf.SwfSettings;
import org.espalier.workload.swf.SwfWorkloads;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * Reads files of every kind.
 *
 * @param registry the policies that studies may name
 * @param missing what missing cells of PETs mean
 */
public record ContentsReader(Supplier<PolicyRegistry> registry, MissingCells missing) {
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  /**
   * Reads a file; empty if there are problems.
   *
   * @param system the system whose task types workloads have; they are read alone if empty
   */
  public Optional<Loaded<Contents>> read(
      Path file, FileKind kind, Optional<HcSystem> system, Problems problems) {
    return switch (kind) {
      case STUDY ->
          Experiment.load(file, List.of(), registry.get(), problems)
              .map(study -> new Loaded<>(Contents.of(study), study.notes()));
      case TRADE_OFF ->
          ParetoStudyReader.read(
                  file,
                  ParetoStudyReader.Overrides.NONE,
                  registry.get(),
                  new GeneratedInputs(),
                  problems)
              .stream()
              .findFirst()
              .map(study -> new Loaded<>(Contents.of(study), study.notes()));
      case PROFILE_PLAN ->
          ProfilePlanReader.read(file, OptionalLong.empty(), problems)
              .map(plan -> Loaded.of(Contents.of(plan)));
      case SYSTEM -> SystemFiles.read(file, problems).map(loaded -> loaded.map(Contents::of));
      case LIVE ->
          LiveFiles.read(file, registry.get(), problems).map(loaded -> loaded.map(Contents::of));
      case PET_OF_PAPERS -> EtcFiles.read(file, problems).map(loaded -> loaded.map(Contents::of));
      case PET -> PetFiles.read(file, missing, problems).map(loaded -> loaded.map(Contents::of));
      case POWER -> PowerFiles.read(file, problems).map(loaded -> loaded.map(Contents::of));
      case TRIAL_OF_PAPERS ->
          system.isEmpty()
              ? TrialFiles.readAlone(file, problems).map(ContentsReader::alone)
              : TrialFiles.read(file, system.get(), problems).map(read -> of(read, system.get()));
      case TRACE -> // for itself, by the rules that conversion has where none are chosen
          SwfWorkloads.read(file, SwfSettings.DEFAULTS, Optional.empty(), problems)
              .map(loaded -> loaded.map(read -> Contents.of("trace", read, "", Optional.empty())));
      case WORKLOAD ->
          system.isEmpty()
              ? WorkloadFiles.readAlone(file, problems).map(ContentsReader::alone)
              : WorkloadFiles.read(file, system.get(), problems)
                  .map(read -> of(read, system.get()));
      case SAMPLES -> readSamples(file, problems);
      case MEANS ->
          Means.read(file, problems).map(means -> new Loaded<>(Contents.of(means), means.notes()));
      case JOURNAL -> readJournal(file, problems);
    };
  }

  private static Loaded<Contents> alone(Loaded<TypedWorkload> loaded) {
    String remark = "; --system FILE would check its task types";
    return loaded.map(typed -> Contents.of("workload", typed, remark, Optional.empty()));
  }

  private static Loaded<Contents> of(Loaded<Workload> loaded, HcSystem system) {
    return loaded.map(
        read -> Contents.of("workload", TypedWorkload.of(read, system), "", Optional.of(system)));
  }

  private static Optional<Loaded<Contents>> readSamples(Path file, Problems problems) {
    SampleSettings settings =
        new SampleSettings(MILLISECOND, OptionalLong.empty(), MissingCells.CANNOT_RUN);
    return SampleFiles.measure(MeasuredFiles.of(file), settings, problems)
        .map(loaded -> loaded.map(Contents::of));
  }

  private static Optional<Loaded<Contents>> readJournal(Path file, Problems problems) {
    LongSummaryStatistics times = new LongSummaryStatistics();
    LongSummaryStatistics tasks = new LongSummaryStatistics();
    long before = problems.count();
    JournalFiles.read(
        file,
        entry -> {
          times.accept(entry.time());
          if (entry instanceof Journal.Arrived arrived) {
            tasks.accept(arrived.task().id());
          }
        },
        problems);
    if (times.getCount() == 0 && problems.count() == before) {
      problems.in(file).report("has no entries", "give at least one");
    }
    return problems.count() > before
        ? Optional.empty()
        : Optional.of(Loaded.of(Contents.ofJournal(times, tasks.getCount())));
  }
}
