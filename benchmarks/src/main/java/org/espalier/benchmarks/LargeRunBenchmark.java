package org.espalier.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
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
  private static final long STEP = 4;
  private static final int IMPULSES = 24;

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
    HcSystem system = system();
    return new Trial(
        system,
        settings().rules(),
        Overload.of(system, count),
        new CounterStream(1, 1, system.pet()));
  }

  private PolicySettings settings() {
    return preset.equals("thesis") ? PolicySettings.THESIS : PolicySettings.JOURNAL;
  }

  private HcSystem system() {
    SplittableRandom random = new SplittableRandom(1);
    List<TaskType> taskTypes = new ArrayList<>();
    List<MachineType> machineTypes = new ArrayList<>();
    List<Machine> all = new ArrayList<>();
    for (int t = 0; t < TASK_TYPES; t++) {
      taskTypes.add(new TaskType(t, "task-" + t));
    }
    for (int m = 0; m < MACHINE_TYPES; m++) {
      machineTypes.add(new MachineType(m, "type-" + m));
    }
    for (int m = 0; m < machines; m++) {
      all.add(new Machine(m, "machine-" + m, machineTypes.get(m % MACHINE_TYPES)));
    }
    return new HcSystem(
        "large", Duration.ofMillis(1), taskTypes, machineTypes, all, PetMatrix.of(cells(random)));
  }

  private static Pmf[][] cells(SplittableRandom random) {
    Pmf[][] cells = new Pmf[TASK_TYPES][MACHINE_TYPES];
    for (Pmf[] row : cells) {
      for (int m = 0; m < row.length; m++) {
        row[m] = peak(random.nextInt(5, 40) * STEP);
      }
    }
    return cells;
  }

  /** A peak in the middle of its impulses, from a time on. */
  private static Pmf peak(long earliest) {
    double[] weights = new double[IMPULSES];
    for (int i = 0; i < IMPULSES; i++) {
      weights[i] = (i + 1.0) * (IMPULSES - i);
    }
    return Pmf.normalised(earliest, STEP, weights);
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
