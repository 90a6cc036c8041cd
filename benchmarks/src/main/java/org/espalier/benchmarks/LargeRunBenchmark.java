package org.espalier.benchmarks;

import java.util.concurrent.TimeUnit;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One long trial on a large system: 10 machine types, 12 task types, in a heap of 1 GiB. The
 * counter {@code tasks} tells tasks per second, which should hardly depend on their number. They
 * arrive as {@link Overload} says.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
public class LargeRunBenchmark {
  private static final int MACHINE_TYPES = 10;
  private static final int TASK_TYPES = 12;

  /** Name of the policy. */
  @Param({"MM", "PAM"})
  public String policy = "MM";

  /** Its preset. */
  @Param({"journal", "thesis"})
  public String preset = "journal";

  /** Number of machines. */
  @Param({"100", "1000"})
  public int machines = 100;

  /** Number of tasks. */
  @Param({"10000", "1000000"})
  public int tasks = 10_000;

  private final PolicyRegistry registry = PolicyRegistry.builtIn();
  private Trial trial = trial(1);

  /** Counts tasks. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Counts {
    /** Tasks that have left. */
    public long tasks;
  }

  /** Generates the trial. */
  @Setup
  public void prepare() {
    trial = trial(tasks);
  }

  private Trial trial(int count) {
    HcSystem system = LargeSystem.of(TASK_TYPES, MACHINE_TYPES, machines);
    return new Trial(
        system,
        settings().rules(),
        Overload.of(system, count),
        new CounterStream(1, 1, system.pet()));
  }

  private PolicySettings settings() {
    return preset.equals("thesis") ? PolicySettings.THESIS : PolicySettings.JOURNAL;
  }

  /** The whole trial. */
  @Benchmark
  public TrialOutcome tasks(Counts counts) {
    var found = registry.find(policy).orElseThrow();
    TrialOutcome outcome = EventEngine.run(trial, found.create(settings()));
    counts.tasks += outcome.departures().size();
    return outcome;
  }
}
