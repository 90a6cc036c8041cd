package org.espalier.profiler.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.document.Problems;

/** Results as a plan on machines with and without P-states, counters and meters would have them. */
final class MadeResults {
  private static final String PLAN =
      """
      name: made
      title: Made up
      applications:
        - {name: stream, command: [stream]}
        - {name: xz, command: [xz]}
        - {name: openssl, command: [openssl]}
      machines:
        - {name: metal, cores: [0]}
        - {name: cloud, cores: [0]}
      prediction:
        reference: stream
        pressure: {name: pressure, command: [p, "{bytes}"], sizes: [1 MiB, 8 MiB]}
      """;
  private static final List<Long> HERTZ = List.of(3_400_000_000L, 1_700_000_000L);
  private static final Map<String, Double> INTENSITY =
      Map.of("stream", 2e-2, "xz", 1e-4, "openssl", 1e-7);

  private final List<MeasuredRun> runs = new ArrayList<>();
  private final Path directory;

  MadeResults(Path directory) {
    this.directory = directory;
  }

  static MeasuredRun run(
      String taskType,
      Optional<Integer> pState,
      List<String> corunners,
      double seconds,
      OptionalDouble watts) {
    boolean metal = pState.isPresent();
    double misses = 1e9 * INTENSITY.getOrDefault(taskType, 0.0);
    Conditions conditions =
        metal
            ? new Conditions("metal", OptionalInt.of(pState.get()))
            : new Conditions("cloud", OptionalInt.empty());
    return new MeasuredRun(
        new Cell(taskType, conditions, corunners),
        seconds,
        Resources.UNKNOWN,
        watts.isPresent()
            ? OptionalDouble.of(watts.getAsDouble() * seconds)
            : OptionalDouble.empty(),
        metal
            ? new Counts(
                OptionalDouble.of(1e9), OptionalDouble.of(misses), OptionalDouble.empty(), false)
            : Counts.NONE,
        0,
        seconds > 20 ? List.of("other-load") : List.of(),
        OptionalInt.empty());
  }

  /** Nine runs that take about so long. */
  MadeResults cell(
      String taskType,
      Optional<Integer> pState,
      List<String> corunners,
      double seconds,
      OptionalDouble watts) {
    for (int i = 0; i < 9; i++) {
      runs.add(run(taskType, pState, corunners, seconds * (1 + 0.001 * i), watts));
    }
    return this;
  }

  /** All three applications alone on both machines, and beside others on one. */
  MadeResults all(OptionalDouble watts) {
    for (String taskType : List.of("stream", "xz", "openssl")) {
      double loss = taskType.equals("stream") ? 1 : 0.2;
      cell(taskType, Optional.of(0), List.of(), 1, watts);
      cell(taskType, Optional.of(1), List.of(), taskType.equals("stream") ? 0.9 : 2, watts);
      cell(taskType, Optional.empty(), List.of(), 3, OptionalDouble.empty());
      cell(taskType, Optional.of(0), List.of("pressure-1MiB"), 1 + loss / 4, watts);
      cell(taskType, Optional.of(0), List.of("pressure-8MiB"), 1 + loss, watts);
      cell("stream", Optional.of(0), List.of(taskType), 1 + loss / 2, watts);
    }
    cell("xz", Optional.of(0), List.of("stream", "stream"), 1.25, watts);
    return this;
  }

  /** A set to completion in P-state 0. */
  MadeResults set(double joules, String first, String... others) {
    Conditions conditions = new Conditions("metal", OptionalInt.of(0));
    Cell cell = new Cell(first, conditions, List.of(others), true);
    runs.add(MeasuredRun.of(cell, 1, OptionalDouble.of(joules), Counts.NONE, 0));
    return this;
  }

  PlanResults results() throws IOException {
    Path file = Files.writeString(directory.resolve("made.yaml"), PLAN);
    Problems problems = new Problems();
    ProfilePlan plan = ProfilePlanReader.read(file, OptionalLong.empty(), problems).orElseThrow();
    return new PlanResults(
        plan,
        List.of(machine("metal", HERTZ, List.of()), machine("cloud", List.of(), List.of(MISSING))),
        runs,
        true);
  }

  private static final Capability MISSING =
      new Capability("energy by RAPL", Capability.State.MISSING, "no RAPL", "ask the cloud");

  private static MeasuredMachine machine(
      String name, List<Long> hertz, List<Capability> capabilities) {
    return new MeasuredMachine(
        name,
        "this machine",
        hertz,
        List.of(0),
        List.of(1),
        Optional.empty(),
        false,
        capabilities,
        Map.of("processor", "made \"up\""),
        List.of());
  }
}
