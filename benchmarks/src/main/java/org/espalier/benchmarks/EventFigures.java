package org.espalier.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * What the mapping events of a run take, as the rows of a table. Each run is made twice, and the
 * second one is timed.
 */
final class EventFigures {
  private static final double MICROS = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** What the rows tell. */
  static final List<String> COLUMNS =
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

  private final HcSystem system;
  private final Workload workload;

  EventFigures(HcSystem system, Workload workload) {
    this.system = system;
    this.workload = workload;
  }

  /** That of a policy with the settings of a preset. */
  String row(String policy, String preset) {
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
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
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
