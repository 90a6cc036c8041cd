package org.espalier.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TrialFiles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole trials on one thread, in tasks per second: 30 trials of 800 tasks at an arrival intensity
 * of 30k. They are those of the pruning papers where the environment variable ESPALIER_DATA names
 * the directory that holds {@code hcw19}, else generated ones. The collector is that of {@code
 * espalier run}, which takes no other thread either.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 5, time = 3)
public class WholeRunBenchmark {
  private static final int TRIALS = 30;
  private static final int TASKS = 800;
  private static final int INTENSITY = 30_000;

  /** Name of the policy. */
  @Param({"PAM", "MM"})
  public String policy = "PAM";

  /**
   * Preset it is run with; {@code no-dropping} is thesis with scope NONE, {@code approximate} is
   * journal with compacted PMFs and a sample of decisions.
   */
  @Param({"journal", "thesis", "no-dropping", "approximate"})
  public String preset = "journal";

  private final PolicyRegistry registry = PolicyRegistry.builtIn();
  private List<Trial> trials = List.of();
  private PolicySettings settings = PolicySettings.JOURNAL;

  /** Reads or generates the trials. */
  @Setup
  public void prepare() {
    settings =
        switch (preset) {
          case "journal" -> PolicySettings.JOURNAL;
          case "thesis" -> PolicySettings.THESIS;
          case "approximate" -> PolicySettings.JOURNAL.withApproximation(Approximation.ON);
          default ->
              PolicySettings.THESIS.withRules(AllocationRules.bounded(6, DroppingScope.NONE));
        };
    String data = System.getenv().getOrDefault("ESPALIER_DATA", "");
    trials = data.isBlank() ? generated() : papers(Path.of(data, "hcw19"));
  }

  private List<Trial> papers(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("ESPALIER_DATA: there is no directory " + directory);
    }
    HcSystem system = SystemFiles.read(directory.resolve("classes_2.etc")).value();
    List<Trial> all = new ArrayList<>();
    for (int i = 1; i <= TRIALS; i++) {
      Path file = directory.resolve("arr30k").resolve("trial_%s.dat".formatted(i));
      all.add(trial(system, TrialFiles.read(file, system.pet()).value(), i));
    }
    return all;
  }

  private List<Trial> generated() {
    HcSystem system = SystemFiles.read(Path.of("inputs", "spec", "system.yaml")).value();
    WorkloadSpec spec = WorkloadSpec.of(TASKS, INTENSITY, ArrivalPattern.Steady.OF_SOURCES);
    List<Trial> all = new ArrayList<>();
    for (int i = 1; i <= TRIALS; i++) {
      all.add(trial(system, WorkloadGenerator.generate(spec, system, 1, i), i));
    }
    return all;
  }

  private Trial trial(HcSystem system, Workload workload, int number) {
    return new Trial(
        system, settings.rules(), workload, new CounterStream(1, number, system.pet()));
  }

  /** All trials; one operation is one task. */
  @Benchmark
  @OperationsPerInvocation(TRIALS * TASKS)
  public long tasks() {
    long events = 0;
    for (Trial trial : trials) {
      var found = registry.find(policy).orElseThrow();
      events += EventEngine.run(trial, found.create(settings)).mappingEvents();
    }
    return events;
  }
}
