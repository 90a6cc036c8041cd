package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.testkit.NotificationRecorder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Energy adds up in random trials with drops, evictions, several P-states, power by task type or
 * not, idle power or not, and budgets: what tasks take and what machines take while they are idle
 * is what the machines draw, told from their states over time alone; and no period takes more than
 * its budget.
 */
class EnergyBalanceTest {
  private static final int TRIALS = 300;
  private static final List<String> HARD =
      List.of("PAM", "MM-P", "MSD-Drop", "MCT", "Random", "JIT");
  private static final List<String> SOFT =
      List.of(
          "Max-Max-UPE",
          "Weighted-Util",
          "Min-Min-Comp",
          "FCFS-All-P-states",
          "MM",
          "Random",
          "JIT");

  private static final List<Part> NONE = List.of();
  private static List<RandomTrial> trials;

  @BeforeAll
  static void run() {
    trials = LongStream.range(0, TRIALS).mapToObj(RandomTrial::new).toList();
  }

  /** A trial of the seed, and what became of it. */
  private static final class RandomTrial {
    private final long seed;
    private final Random random;
    private final boolean certain;
    private final boolean hard;
    private final HcSystem system;
    private final EnergySettings energy;
    private final Trial trial;
    private final NotificationRecorder journal = new NotificationRecorder();
    private final TrialOutcome outcome;

    RandomTrial(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.certain = random.nextBoolean();
      this.hard = random.nextBoolean();
      this.system = system();
      this.energy = energy();
      AllocationRules rules = rules();
      PolicySettings settings =
          PolicySettings.JOURNAL.withRules(rules).withEnergy(energy).withSeed(seed);
      settings =
          settings.withPruning(
              settings.pruning().withDroppingByUtility(new UtilityDropping(random.nextInt(3))));
      this.trial =
          new Trial(
              system,
              rules,
              workload(),
              new CounterStream(seed, 1, system.pet()),
              hard && random.nextBoolean() ? TimeSpan.NEVER : 40 + random.nextInt(60));
      List<String> policies = hard ? HARD : SOFT;
      String policy = policies.get(random.nextInt(policies.size()));
      this.outcome =
          EventEngine.run(
              trial, PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings), journal);
    }

    private AllocationRules rules() {
      if (hard) {
        DroppingScope[] scopes = DroppingScope.values();
        return AllocationRules.bounded(
            1 + random.nextInt(5), scopes[random.nextInt(scopes.length)]);
      }
      TaskManagement management =
          random.nextBoolean() ? new TaskManagement.PendingSlot() : new TaskManagement.Polled();
      return new AllocationRules(
          management,
          DroppingScope.NONE,
          DeadlineKind.SOFT,
          new Trigger(0, false, 1 + random.nextInt(6)));
    }

    private HcSystem system() {
      int taskTypes = 1 + random.nextInt(3);
      List<MachineType> types = new ArrayList<>();
      int machineTypes = 1 + random.nextInt(3);
      for (int j = 0; j < machineTypes; j++) {
        double idle = random.nextBoolean() ? 0 : 10 + random.nextInt(20);
        List<PState> pStates =
            IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(p -> new PState("P" + p, 200 - 50.5 * p))
                .toList();
        types.add(new MachineType(j, "type-" + j, 0, idle, pStates));
      }
      List<Machine> machines =
          IntStream.range(0, machineTypes + random.nextInt(3))
              .mapToObj(i -> new Machine(i, "m" + i, types.get(i % machineTypes)))
              .toList();
      Pmf[][][] times = new Pmf[taskTypes][machineTypes][];
      double[][][] watts = new double[taskTypes][machineTypes][];
      for (int i = 0; i < taskTypes; i++) {
        for (int j = 0; j < machineTypes; j++) {
          int pStates = types.get(j).pStates().size();
          long fastest = 2L + random.nextInt(10);
          times[i][j] =
              IntStream.range(0, pStates).mapToObj(p -> time(fastest + 3L * p)).toArray(Pmf[]::new);
          watts[i][j] = random.doubles(pStates, 20, 300).toArray();
        }
      }
      return new HcSystem(
          "random",
          Duration.ofMillis(100),
          IntStream.range(0, taskTypes).mapToObj(i -> new TaskType(i, "t" + i)).toList(),
          types,
          machines,
          PetMatrix.of(times),
          random.nextBoolean() ? Optional.of(ApcMatrix.of(watts)) : Optional.empty());
    }

    private Pmf time(long least) {
      return certain ? Pmf.at(least, 1) : Pmf.of(least, 1, 0.4, 0.3, 0.2, 0.1);
    }

    private EnergySettings energy() {
      List<EnergyPeriod> periods = new ArrayList<>();
      long start = random.nextInt(15);
      for (int i = random.nextInt(3); i >= 0; i--) {
        long end = start + 10 + random.nextInt(30);
        boolean limited = random.nextInt(4) > 0;
        double joules = 200 + random.nextInt(1500);
        periods.add(
            new EnergyPeriod(
                start, end, limited ? OptionalDouble.of(joules) : OptionalDouble.empty()));
        start = end;
      }
      List<TaskBudget> filters =
          List.of(new TaskBudget.Unlimited(), new TaskBudget.Fixed(0.8), new TaskBudget.Adaptive());
      return new EnergySettings(periods, filters.get(random.nextInt(3)));
    }

    private Workload workload() {
      List<Task> tasks = new ArrayList<>();
      long arrival = 0;
      for (int id = 0; id < 40; id++) {
        double most = 1 + random.nextInt(8);
        UtilityPoints utility =
            new UtilityPoints(
                List.of(
                    new UtilityPoints.Point(5, most),
                    new UtilityPoints.Point(40, most * random.nextDouble())));
        long deadline = hard ? arrival + 3 + random.nextInt(40) : Task.NO_DEADLINE;
        tasks.add(
            new Task(id, random.nextInt(system.taskTypes().size()), arrival, deadline, utility));
        arrival += random.nextInt(4);
      }
      return new Workload("random", tasks);
    }

    TrialResult result(TimeSpan measured) {
      return TrialResult.of(
          new CountedTrial(outcome, system, counting(measured)), new SchedulerTime(0, 0, 0, 0));
    }

    TrialAccount account(TimeSpan measured) {
      return TrialAccount.of(outcome, system, counting(measured), trial.horizon());
    }

    private Counting counting(TimeSpan measured) {
      return new Counting(LeftOut.NONE, measured, energy);
    }

    double machineJoules(TimeSpan span) {
      return MachineEnergy.joules(system, journal.entries(), span);
    }

    /** Whether each mapped task took its time, when it was expected to. */
    boolean goesAsPlanned() {
      return certain
          && outcome.departures().stream()
              .filter(left -> !left.placement().equals(Placement.NOWHERE))
              .allMatch(left -> left.fate() == Fate.ON_TIME || left.fate() == Fate.LATE);
    }

    /** The tasks of what the machines draw: all of it, less what they draw idle. */
    double taskJoules(TimeSpan span) {
      return machineJoules(span) - MachineEnergy.idleJoules(system, journal.entries(), span);
    }
  }

  @Test
  void machinesDrawWhatTasksTakeAndWhatIsDrawnIdle() {
    Set<Fate> fates = new HashSet<>();
    for (RandomTrial random : trials) {
      random.outcome.departures().stream().map(Departure::fate).forEach(fates::add);
      long end = Math.max(1, random.outcome.endTime());
      long from = random.random.nextLong(end);
      for (TimeSpan span :
          List.of(
              new TimeSpan(0, end), new TimeSpan(from, from + 1 + random.random.nextLong(50)))) {
        TrialResult result = random.result(span);
        double ofMachines = random.machineJoules(span);
        assertThat(result.get(Column.ENERGY))
            .as("seed %d, %s", random.seed, span)
            .isCloseTo(ofMachines, within(1e-9 * ofMachines));
        assertThat(result.get(Column.TASK_ENERGY))
            .as("seed %d, %s", random.seed, span)
            .isCloseTo(random.taskJoules(span), within(1e-9 * ofMachines));
      }
    }
    assertThat(fates)
        .contains(
            Fate.ON_TIME,
            Fate.LATE,
            Fate.EVICTED,
            Fate.DISCARDED,
            Fate.DROPPED_PENDING,
            Fate.DROPPED_RUNNING,
            Fate.EXPIRED_IN_QUEUE);
  }

  /** By machine type, of tasks in each P-state and idle: its parts are the trial's columns. */
  @Test
  void machineTypesTakeTogetherWhatTheTrialTakes() {
    int firstWaits = 0;
    for (RandomTrial random : trials) {
      long end = Math.max(1, random.outcome.endTime());
      long from = random.random.nextLong(end);
      for (TimeSpan span :
          List.of(TimeSpan.ALWAYS, new TimeSpan(from, from + 1 + random.random.nextLong(50)))) {
        TrialResult result = random.result(span);
        List<List<Double>> byType = random.account(span).joulesByType();
        double all = byType.stream().flatMap(List::stream).mapToDouble(joules -> joules).sum();
        double idle = byType.stream().mapToDouble(List::getLast).sum();
        assertThat(all)
            .as("seed %d, %s", random.seed, span)
            .isCloseTo(result.get(Column.ENERGY), within(1e-9 * all));
        assertThat(all - idle)
            .as("seed %d, %s", random.seed, span)
            .isCloseTo(result.get(Column.TASK_ENERGY), within(1e-9 * all));
      }
      firstWaits += random.outcome.waiting().stream().anyMatch(t -> t.id() == 0) ? 1 : 0;
    }
    assertThat(firstWaits).isPositive();
  }

  /** Periods part the energy of tasks, whether it is measured whole or by period. */
  @Test
  void periodsTakeTogetherWhatTheTrialTakes() {
    for (RandomTrial random : trials) {
      TrialResult whole = random.result(TimeSpan.ALWAYS);
      double before =
          random.energy.periods().getFirst().start() == 0
              ? 0
              : random.taskJoules(new TimeSpan(0, random.energy.periods().getFirst().start()));
      double inPeriods = periods(whole).stream().mapToDouble(part -> part.values().get(2)).sum();
      double joules = whole.get(Column.TASK_ENERGY);
      assertThat(before + inPeriods)
          .as("seed %d", random.seed)
          .isCloseTo(joules, within(1e-9 * joules));
    }
  }

  /**
   * Where execution times are certain and no mapped task is dropped: a task may take more than
   * expected, and one behind a dropped one moves up, with more of it in the period.
   */
  @Test
  void noPeriodTakesMoreThanItsBudget() {
    int tight = 0;
    for (RandomTrial random : trials) {
      for (Part part : random.goesAsPlanned() ? periods(random.result(TimeSpan.ALWAYS)) : NONE) {
        double left = part.values().get(3);
        EnergyPeriod period = random.energy.period((int) part.number() - 1);
        if (!Double.isNaN(left)) {
          double budget = period.budgetJoules().orElseThrow();
          double taken = random.taskJoules(period.span());
          assertThat(budget - taken)
              .as("seed %d, %s", random.seed, period)
              .isCloseTo(left, within(1e-9 * budget));
          assertThat(taken)
              .as("seed %d, %s", random.seed, period)
              .isLessThanOrEqualTo(budget * (1 + 1e-9));
          tight += left < 0.1 * budget ? 1 : 0;
        }
      }
    }
    assertThat(tight).isGreaterThan(TRIALS / 20);
  }

  private static List<Part> periods(TrialResult result) {
    return result.parts().stream().filter(part -> part.breakdown() == Breakdown.PERIODS).toList();
  }
}
