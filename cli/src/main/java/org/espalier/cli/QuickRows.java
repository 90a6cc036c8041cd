package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.measure.Metered;
import org.espalier.profiler.measure.Repetition;
import org.espalier.profiler.probe.CacheSimulation;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.document.Names;

/** Makes samples of the runs of one command. */
final class QuickRows {
  private final String taskType;
  private final String machineType;

  QuickRows(ProfileCommand command, QuickOptions.Values options, Host host) {
    taskType = options.taskType().orElseGet(() -> named(command.command().getFirst()));
    machineType = options.machineType().orElseGet(() -> allowed(hostName(host)));
  }

  private static String hostName(Host host) {
    return host.read("/proc/sys/kernel/hostname")
        .filter(name -> !name.isBlank())
        .orElse(host.name());
  }

  /** The name of a program without its directory. */
  private static String named(String program) {
    Path name = Path.of(program).getFileName();
    return allowed(name == null ? program : name.toString());
  }

  /** A name without the characters that names in samples may not have. */
  private static String allowed(String name) {
    return name.replaceAll("[+\\p{Cntrl}]", "_").strip();
  }

  /** The samples, in the order of the runs. */
  List<MeasuredRun> of(Repetition.Runs runs, Optional<CacheSimulation.Simulated> simulated) {
    return runs.results().stream().map(result -> row(result, simulated)).toList();
  }

  private MeasuredRun row(Repetition.Result result, Optional<CacheSimulation.Simulated> simulated) {
    Metered metered = result.metered();
    RunOutcome outcome = metered.outcome();
    return new MeasuredRun(
        taskType,
        machineType,
        OptionalInt.empty(),
        List.of(),
        metered.seconds(),
        outcome.userSeconds(),
        outcome.systemSeconds(),
        outcome.peakMemoryBytes(),
        outcome.voluntarySwitches(),
        outcome.involuntarySwitches(),
        metered.energyJoules(),
        OptionalDouble.empty(),
        simulated
            .map(counts -> OptionalDouble.of(counts.instructions()))
            .orElse(metered.instructions()),
        simulated.map(counts -> OptionalDouble.of(counts.llcMisses())).orElse(metered.llcMisses()),
        metered.countedShare(),
        simulated.isPresent(),
        result.startedMillis(),
        metered.noise().stream().map(noise -> Names.word(noise.kind())).distinct().toList());
  }
}
