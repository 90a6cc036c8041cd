package org.espalier.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * Rows of the table that {@code benchmarks/table.sh} makes. Each tells what it takes in processor
 * time of one thread, a line for each figure with its name, value and unit.
 *
 * <p>Arguments: names of rows; {@code POLICY-MACHINES}, as {@code pam-300}, for any policy of
 * lower-case letters.
 */
final class TableRows {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int TRIALS = 30;
  private static final int TASKS = 800;
  private static final int INTENSITY = 30_000;

  /** Slots of the sweep for each copy of its trace. */
  private static final int SLOTS = 100;

  private TableRows() {}

  public static void main(String[] rows) throws IOException {
    for (String row : rows) {
      switch (row) {
        case "mm-thesis" -> trials("MM", PolicySettings.THESIS);
        case "mm-journal" -> trials("MM", PolicySettings.JOURNAL);
        case "pam-journal" -> trials("PAM", PolicySettings.JOURNAL);
        case "full-pam" -> full("PAM");
        case "full-mm" -> full("MM");
        case "waiting-8" -> waiting(8, "SQ", "MM", "PAM", "JIT");
        case "waiting-1000" -> waiting(1000, "SQ", "MM", "PAM", "JIT");
        case "sweep" -> sweep(1);
        case "sweep-large" -> sweep(3);
        case "steady" -> steady();
        default -> events(row);
      }
    }
  }

  private static void figure(String name, double value, String unit) {
    System.out.printf(Locale.ROOT, "%s\t%.6g\t%s%n", name, value, unit);
  }

  /** The sources' own size, from a cold start and when all is warm. */
  private static void trials(String policy, PolicySettings settings) {
    HcSystem system = system(8);
    WorkloadSpec spec = WorkloadSpec.of(TASKS, INTENSITY, ArrivalPattern.Steady.OF_SOURCES);
    List<Trial> trials =
        IntStream.rangeClosed(1, TRIALS)
            .mapToObj(
                i -> trial(system, WorkloadGenerator.generate(spec, system, 1, i), settings, i))
            .toList();
    long cold = nanosOf(policy, settings, trials);
    long warm = Long.MAX_VALUE;
    for (int i = 0; i < 12; i++) {
      warm = Math.min(warm, nanosOf(policy, settings, trials));
    }
    figure("cold", cold / NANOS_PER_SECOND, "s");
    figure("warm", warm / NANOS_PER_SECOND, "s");
  }

  private static long nanosOf(String policy, PolicySettings settings, List<Trial> trials) {
    long begin = cpu();
    for (Trial trial : trials) {
      EventEngine.run(trial, policy(policy, settings));
    }
    return cpu() - begin;
  }

  private static Trial trial(
      HcSystem system, Workload workload, PolicySettings settings, int number) {
    return new Trial(
        system, settings.rules(), workload, new CounterStream(1, number, system.pet()));
  }

  private static AllocationPolicy policy(String name, PolicySettings settings) {
    return PolicyRegistry.builtIn().find(name).orElseThrow().create(settings);
  }

  /** The system of the sources with so many machines. */
  private static HcSystem system(int count) {
    HcSystem spec = SystemFiles.read(Path.of("inputs", "spec", "system.yaml")).value();
    List<Machine> machines = new ArrayList<>();
    for (int m = 0; m < count; m++) {
      var type = spec.machineTypes().get(m % spec.machineTypes().size());
      machines.add(new Machine(m, "machine-" + m, type));
    }
    return new HcSystem(
        spec.name(), spec.tick(), spec.taskTypes(), spec.machineTypes(), machines, spec.pet());
  }

  /**
   * Mapping events of a policy on so many machines under twice the load, preset journal, after a
   * run on fewer machines.
   *
   * @param row the policy and the number, as {@code jit-1000}
   */
  private static void events(String row) {
    int dash = row.lastIndexOf('-');
    String policy = row.substring(0, dash).toUpperCase(Locale.ROOT);
    int machines = Integer.parseInt(row.substring(dash + 1));
    timeOfEvents(policy, Math.min(machines, 100));
    mean(timeOfEvents(policy, machines));
  }

  private static SchedulerTime timeOfEvents(String policy, int machines) {
    PolicySettings settings = PolicySettings.JOURNAL;
    HcSystem system = system(machines);
    Workload workload = Overload.of(system, Math.max(5_000, 10 * machines), Overload.LOAD);
    SchedulerTime.Meter meter = new SchedulerTime.Meter(policy(policy, settings), TableRows::cpu);
    EventEngine.run(trial(system, workload, settings, 1), meter);
    return meter.time();
  }

  private static void mean(SchedulerTime time) {
    figure("mean", time.totalNanos() / NANOS_PER_MICRO / time.events(), "us");
    figure("99th percentile", time.p99Nanos() / NANOS_PER_MICRO, "us");
  }

  /** Mapping events on 10,000 machines once all are full and thousands of tasks wait. */
  private static void full(String policy) {
    HcSystem system = system(10_000);
    Workload workload = gathered(Overload.of(system, 70_000, Overload.LOAD), 40_000);
    PolicySettings settings = PolicySettings.JOURNAL;
    Some some = new Some(policy(policy, settings), 2_000);
    try {
      EventEngine.run(trial(system, workload, settings, 1), some);
    } catch (Enough enough) {
      // the rest of the run is not wanted
    }
    figure("first event", some.first / NANOS_PER_SECOND, "s");
    mean(some.meter.time());
    figure("tasks waiting", (double) some.waiting / some.events, "");
  }

  /** The first event after a restart with 100,000 waiting tasks and empty machines. */
  private static void waiting(int machines, String... policies) {
    HcSystem system = system(machines);
    Workload workload = gathered(Overload.of(system, 100_100, Overload.LOAD), 100_000);
    long latest = workload.tasks().stream().mapToLong(Task::deadline).max().orElseThrow();
    List<Task> patient = new ArrayList<>();
    for (Task task : workload.tasks()) {
      patient.add(new Task(task.id(), task.type(), task.arrival(), task.deadline() + latest));
    }
    for (String policy : policies) {
      PolicySettings settings = PolicySettings.THESIS;
      Some some = new Some(policy(policy, settings), 0);
      try {
        EventEngine.run(trial(system, new Workload("waiting", patient), settings, 1), some);
      } catch (Enough enough) {
        // the rest of the run is not wanted
      }
      figure(policy, some.first / NANOS_PER_SECOND, "s");
    }
  }

  /** The same workload, but the first tasks arrive all at once, with as long to their deadlines. */
  private static Workload gathered(Workload workload, int first) {
    long begin = workload.tasks().get(first).arrival();
    List<Task> tasks = new ArrayList<>();
    for (Task task : workload.tasks()) {
      tasks.add(task.arriving(task.id(), Math.max(0, task.arrival() - begin)));
    }
    return new Workload("gathered", tasks);
  }

  private static final class Enough extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Takes the time of the first event and of some others, then ends the run. */
  private static final class Some extends ForwardingPolicy {
    private final AllocationPolicy policy;
    private final SchedulerTime.Meter meter;
    private final int most;
    private long first = -1;
    private int events;
    private long waiting;

    Some(AllocationPolicy policy, int most) {
      super(policy);
      this.policy = policy;
      this.meter = new SchedulerTime.Meter(policy, TableRows::cpu);
      this.most = most;
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      if (first < 0) {
        long begin = cpu();
        List<Decision> decisions = policy.decide(event);
        first = cpu() - begin;
        return decisions;
      }
      if (events++ == most) {
        throw new Enough();
      }
      waiting += event.candidates().size();
      return meter.decide(event);
    }
  }

  /** Data set 3, or more of it behind one another: lists and one round of annealing. */
  private static void sweep(int copies) {
    Path inputs = Path.of("inputs", "pareto");
    HcSystem system = SystemFiles.read(inputs.resolve("data-set-2-and-3.yaml")).value();
    Workload once = WorkloadFiles.read(inputs.resolve("data-set-3.trace.csv"), system);
    long span = once.tasks().getLast().arrival();
    List<Task> tasks = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      for (Task task : once.tasks()) {
        tasks.add(task.arriving(tasks.size(), task.arrival() + copy * span));
      }
    }
    StaticProblem problem = StaticProblem.of(system, new Workload("sweep", tasks), 0);
    double begin = processSeconds();
    UtilityEnergyBound bound =
        UtilityEnergyBound.search(
            problem, new UtilityEnergyBound.Settings(16, SLOTS * copies, 30), () -> false);
    figure("prices", processSeconds() - begin, "s");
    PriceSweep.Settings settings = PriceSweep.Settings.DEFAULT;
    Losses reference = ObjectivePair.UTILITY_ENERGY.losses(0, copies * 47.767805e6);
    double whole = bound.hypervolume(reference);
    double[] share = new double[1];
    double[] seconds = {Double.NaN};
    PriceSweep.search(
        problem,
        bound,
        settings,
        2,
        () -> share[0] >= 0.97,
        points -> {
          share[0] = Indicators.hypervolume(points, reference) / whole;
          seconds[0] = processSeconds() - begin;
        });
    figure("until 97 % of the bound, or the end", seconds[0], "s");
    figure("share of the bound", 100 * share[0], "%");
  }

  /** The steady bound of 100 task types on 100 machine types. */
  private static void steady() throws IOException {
    Path directory = Files.createTempDirectory("espalier-table");
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder means = new StringBuilder("task_type");
    IntStream.range(0, 100).forEach(m -> means.append(",m").append(m));
    for (int t = 0; t < 100; t++) {
      means.append("\nt").append(t);
      for (int m = 0; m < 100; m++) {
        means.append(',').append(random.nextInt(300, 1400));
      }
    }
    Files.writeString(directory.resolve("means.csv"), means.append('\n'));
    StringBuilder yaml = new StringBuilder("name: wide\ntick: 1 ms\nmachines:\n");
    IntStream.range(0, 100).forEach(m -> yaml.append("  - {type: m").append(m).append("}\n"));
    yaml.append("pet:\n  generate: {means: means.csv, unit: 1 ms, seed: 1, samples: 500,");
    yaml.append(" shape: [1, 20], step: 20 ms}\n");
    Path file = Files.writeString(directory.resolve("system.yaml"), yaml);
    HcSystem system = SystemFiles.read(file).value();
    Workload workload = Overload.of(system, 4_000, 4);
    long begin = cpu();
    double share = FluidBound.steadyShare(system, workload.tasks());
    figure("time", (cpu() - begin) / NANOS_PER_SECOND, "s");
    figure("bound", 100 * share, "%");
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Of all threads of this process. */
  private static double processSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
  }
}
