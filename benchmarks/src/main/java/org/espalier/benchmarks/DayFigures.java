package org.espalier.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningSettings;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;

/**
 * How long a day of tasks with utility functions takes to simulate, as a table. A day is 26 hours
 * on the 100 machines of DISSERTATION 2.6, a mapping event every minute, pending slots.
 *
 * <p>Arguments: policies, tasks a day and utility thresholds, each separated by commas; then, if
 * wanted, P-states (1) and how often each run is made (2), of which the last is timed. Times are
 * processor times of the one thread.
 */
final class DayFigures {
  private static final int RUNS = 2;
  private static final int P_STATES = 1;
  private static final Duration DAY = Duration.ofHours(26);
  private static final double MICROS = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final LongSupplier CLOCK =
      ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime;

  private final HcSystem system;
  private final Workload workload;
  private final int runs;

  private DayFigures(int tasks, int pStates, int runs) {
    this.system = SystemGenerator.generate(spec(pStates), 1);
    this.workload = DaySpec.of(tasks).generate(system, 1, 1);
    this.runs = runs;
  }

  public static void main(String[] args) {
    int pStates = args.length > 3 ? Integer.parseInt(args[3]) : P_STATES;
    int runs = args.length > 4 ? Integer.parseInt(args[4]) : RUNS;
    System.out.println(Table.head(COLUMNS));
    for (String tasks : args[1].split(",")) {
      DayFigures figures = new DayFigures(Integer.parseInt(tasks), pStates, runs);
      for (String policy : args[0].split(",")) {
        for (String threshold : args[2].split(",")) {
          System.out.println(figures.row(policy, Double.parseDouble(threshold)));
        }
      }
    }
  }

  private static final List<String> COLUMNS =
      List.of(
          "policy",
          "threshold",
          "tasks",
          "seconds",
          "mapping events",
          "us to decide",
          "99th percentile",
          "utility");

  /** That of the source with its first P-states. */
  private static SystemSpec spec(int pStates) {
    SystemSpec all = SystemSpec.of("day");
    SystemSpec.Power power = all.power();
    return new SystemSpec(
        all.name(),
        all.tick(),
        all.taskTypes(),
        all.special(),
        all.general(),
        new SystemSpec.Power(
            power.staticWatts(),
            power.staticCov(),
            power.dynamicWatts(),
            power.dynamicCov(),
            power.dynamicCovMachineTypes(),
            power.shares().subList(0, pStates),
            power.slowDownCov(),
            power.idleDrawsStatic()));
  }

  private String row(String policy, double threshold) {
    AllocationRules rules =
        new AllocationRules(
            new TaskManagement.PendingSlot(),
            DroppingScope.NONE,
            DeadlineKind.SOFT,
            Trigger.every(Duration.ofMinutes(1).toMillis()));
    PruningSettings pruning =
        PolicySettings.JOURNAL.pruning().withDroppingByUtility(new UtilityDropping(threshold));
    PolicySettings settings = PolicySettings.JOURNAL.withRules(rules).withPruning(pruning);
    var provider = PolicyRegistry.builtIn().find(policy).orElseThrow();
    for (int i = 1; i < runs; i++) {
      run(rules, provider.create(settings));
    }
    SchedulerTime.Meter meter = new SchedulerTime.Meter(provider.create(settings), CLOCK);
    long begin = CLOCK.getAsLong();
    TrialOutcome outcome = run(rules, meter);
    double seconds = (CLOCK.getAsLong() - begin) / NANOS_PER_SECOND;
    SchedulerTime time = meter.time();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %.2f | %d | %.1f | %.0f | %.1f |",
        policy,
        threshold,
        workload.tasks().size(),
        seconds,
        outcome.mappingEvents(),
        time.totalNanos() / MICROS / time.events(),
        time.p99Nanos() / MICROS,
        outcome.departures().stream().mapToDouble(DayFigures::utility).sum());
  }

  private static double utility(Departure departure) {
    Task task = departure.task();
    return departure.fate() == Fate.ON_TIME ? task.utility().of(task, departure.time()) : 0;
  }

  private TrialOutcome run(AllocationRules rules, AllocationPolicy policy) {
    CounterStream times = new CounterStream(1, 1, system.pet());
    return EventEngine.run(new Trial(system, rules, workload, times, DAY.toMillis()), policy);
  }
}
