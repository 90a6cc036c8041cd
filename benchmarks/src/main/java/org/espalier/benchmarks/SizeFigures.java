package org.espalier.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.ForwardingPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.workload.system.SystemFiles;

/**
 * How the time of a mapping event grows with the number of machines, as a table. The system is that
 * of the sources with more machines of each of its eight types; tasks arrive at twice the rate that
 * the machines would serve if they were mapped at random.
 *
 * <p>Arguments: policies, presets and numbers of machines, each separated by commas; then, if
 * wanted, tasks for each machine and the fewest tasks of a run. Each run is made twice, and the
 * second one is timed.
 */
public final class SizeFigures {
  private static final int TASKS_PER_MACHINE = 20;
  private static final int FEWEST_TASKS = 20_000;
  private static final double MICROS = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final HcSystem system;
  private final Workload workload;

  private SizeFigures(HcSystem system, int tasks) {
    this.system = system;
    this.workload = Overload.of(system, tasks);
  }

  public static void main(String[] args) {
    int perMachine = args.length > 3 ? Integer.parseInt(args[3]) : TASKS_PER_MACHINE;
    int fewest = args.length > 4 ? Integer.parseInt(args[4]) : FEWEST_TASKS;
    HcSystem spec = SystemFiles.read(Path.of("inputs", "spec", "system.yaml")).value();
    System.out.println("| " + String.join(" | ", COLUMNS) + " |");
    System.out.println("|---".repeat(COLUMNS.size()) + "|");
    for (String machines : args[2].split(",")) {
      HcSystem system = system(spec, Integer.parseInt(machines));
      int tasks = Math.max(fewest, system.machines().size() * perMachine);
      SizeFigures figures = new SizeFigures(system, tasks);
      for (String policy : args[0].split(",")) {
        for (String preset : args[1].split(",")) {
          System.out.println(figures.row(policy, preset));
        }
      }
    }
  }

  private static final List<String> COLUMNS =
      List.of(
          "policy",
          "preset",
          "machines",
          "tasks",
          "tasks waiting",
          "machines with room",
          "us an event",
          "us to decide",
          "99th percentile",
          "tasks a second",
          "on time %");

  private static HcSystem system(HcSystem spec, int count) {
    List<Machine> machines = new ArrayList<>();
    for (int m = 0; m < count; m++) {
      var type = spec.machineTypes().get(m % spec.machineTypes().size());
      machines.add(new Machine(m, "machine-" + m, type));
    }
    return new HcSystem(
        spec.name(), spec.tick(), spec.taskTypes(), spec.machineTypes(), machines, spec.pet());
  }

  private String row(String policy, String preset) {
    PolicySettings settings =
        switch (preset) {
          case "journal" -> PolicySettings.JOURNAL;
          case "thesis" -> PolicySettings.THESIS;
          default -> throw new IllegalArgumentException("preset " + preset);
        };
    var provider = PolicyRegistry.builtIn().find(policy).orElseThrow();
    Look look = new Look(provider.create(settings));
    run(settings, look);
    SchedulerTime.Meter meter =
        new SchedulerTime.Meter(
            provider.create(settings),
            java.lang.management.ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    long begin = System.nanoTime();
    TrialOutcome outcome = run(settings, meter);
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    long onTime = outcome.departures().stream().filter(d -> d.fate() == Fate.ON_TIME).count();
    int tasks = workload.tasks().size();
    SchedulerTime time = meter.time();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %d | %.0f | %.0f | %.1f | %.1f | %.0f | %.0f | %.1f |",
        policy,
        preset,
        system.machines().size(),
        tasks,
        look.waiting / look.events,
        look.withRoom / look.events,
        seconds * NANOS_PER_SECOND / MICROS / outcome.mappingEvents(),
        time.totalNanos() / MICROS / time.events(),
        time.p99Nanos() / MICROS,
        tasks / seconds,
        100.0 * onTime / tasks);
  }

  private TrialOutcome run(PolicySettings settings, AllocationPolicy policy) {
    CounterStream times = new CounterStream(1, 1, system.pet());
    return EventEngine.run(new Trial(system, settings.rules(), workload, times), policy);
  }

  /** Notes what there is to decide. */
  private static final class Look extends ForwardingPolicy {
    private int events;
    private double waiting;
    private double withRoom;

    Look(AllocationPolicy policy) {
      super(policy);
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      events++;
      waiting += event.candidates().size();
      withRoom += event.queues().stream().filter(MachineQueue::hasRoom).count();
      return super.decide(event);
    }
  }
}
