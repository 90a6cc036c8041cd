package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.measure.Repetition;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;

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
  List<MeasuredRun> of(Repetition.Runs runs, Optional<Counts> simulated) {
    return runs.results().stream().map(result -> row(result, simulated)).toList();
  }

  private MeasuredRun row(Repetition.Result result, Optional<Counts> simulated) {
    Conditions conditions = new Conditions(machineType, OptionalInt.empty());
    MeasuredRun row = result.metered().sample(new Cell(taskType, conditions, List.of()));
    return simulated.map(row::with).orElse(row);
  }
}
