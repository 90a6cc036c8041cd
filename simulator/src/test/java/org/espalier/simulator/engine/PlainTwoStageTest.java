package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.UTILITY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_TIME;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyBudget;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.heuristic.MachineTypeLimit;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.SufferageHeuristic;
import org.espalier.core.heuristic.TwoStageHeuristic;
import org.espalier.core.heuristic.UtilityEnergy;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.SharePrices;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The heuristics of batch mode make the same of all tasks as the plain ones, which measure every
 * pair: with budgets of energy or not, queues filled early or just in time, and whether machines
 * are drained or not.
 */
class PlainTwoStageTest {
  private static final int SEEDS = 40;
  private static final long PERIOD = 4;

  /** What a machine takes in 40 ticks at 100 W. */
  private static final double JOULES = 4_000;

  /** A heuristic and the plain one. */
  private record Pair(MappingHeuristic fast, MappingHeuristic plain) {
    static Pair of(PairOrder first, PairOrder second) {
      return new Pair(
          new TwoStageHeuristic(MachineTypeLimit.NONE, first, second, true),
          new PlainTwoStage(Integer.MAX_VALUE, first, second));
    }

    static Pair of(PairOrder both) {
      return of(both.thenLowest(EXPECTED_COMPLETION), both);
    }

    static Pair ofFastest(int types, PairOrder first, PairOrder second) {
      return new Pair(
          new TwoStageHeuristic(MachineTypeLimit.fastest(types), first, second, true),
          new PlainTwoStage(types, first, second));
    }
  }

  private static final List<Pair> PAIRS =
      List.of(
          Pair.of(PairOrder.earliestCompletion(), lowest(EXPECTED_COMPLETION)),
          Pair.of(lowest(EXPECTED_COMPLETION), highest(UTILITY)),
          Pair.of(highest(UTILITY_PER_TIME)),
          Pair.of(highest(new UtilityEnergy(0.5, 8).weightedUtility())),
          Pair.of(highest(UTILITY), highest(UTILITY)),
          Pair.ofFastest(1, lowest(EXPECTED_COMPLETION), highest(UTILITY_PER_TIME)),
          Pair.ofFastest(2, highest(UTILITY), highest(UTILITY)),
          new Pair(new SufferageHeuristic(true), new PlainSufferage()));

  private static final List<TaskManagement> MANAGEMENTS =
      List.of(
          new TaskManagement.PendingSlot(),
          new TaskManagement.Polled(),
          new TaskManagement.BoundedQueues(3));

  @ParameterizedTest
  @EnumSource
  void theSameBecomesOfAllTasks(RandomTrials kind) {
    for (int seed : TestSample.of(2, SEEDS).toArray()) {
      TinyTrial trial = withUtilities(kind.trial(5000 + seed), seed);
      for (TaskManagement management : MANAGEMENTS) {
        for (DroppingScope scope : List.of(DroppingScope.NONE, DroppingScope.EXECUTING)) {
          AllocationRules rules =
              new AllocationRules(
                  management,
                  scope,
                  scope == DroppingScope.NONE ? DeadlineKind.SOFT : DeadlineKind.HARD,
                  seed % 3 == 0 ? Trigger.EVERY_EVENT : new Trigger(0, false, PERIOD));
          for (Pair pair : PAIRS) {
            compare(trial, rules, pair, seed);
            if (!(management instanceof TaskManagement.Polled)) {
              compare(trial, rules.withFill(Fill.JUST_IN_TIME), pair, seed);
            }
          }
        }
      }
    }
  }

  private static void compare(TinyTrial trial, AllocationRules rules, Pair pair, int seed) {
    Incidents incidents = seed % 2 == 0 ? Incidents.NONE : drained();
    assertThat(run(trial, rules, incidents, policy(pair.fast, seed)))
        .as(
            "sample of %s: seed %d, %s, pair %d",
            TestSample.day(), seed, rules, PAIRS.indexOf(pair))
        .isEqualTo(run(trial, rules, incidents, policy(pair.plain, seed)));
  }

  /** A machine is drained for some time. */
  private static Incidents drained() {
    List<Journal.Entry> entries =
        List.of(
            new Journal.MachineChanged(2 * PERIOD, 0, false),
            new Journal.MachineChanged(6 * PERIOD, 0, true));
    return new Incidents(entries, Set.of());
  }

  private static AllocationPolicy policy(MappingHeuristic heuristic, int seed) {
    boolean defers = seed % 4 == 0;
    Pruner pruner =
        new Pruner(
            ToggleSettings.NEVER,
            Dropping.NONE,
            defers ? Deferring.fixed(0.3) : Deferring.NONE,
            new Fairness(0, SharesByType.NONE),
            new UtilityDropping(0.2));
    EnergySettings energy = seed % 5 < 2 ? EnergySettings.NONE : budgets(seed % 5 - 2);
    return new ComposedPolicy(
        "under test",
        pruner,
        heuristic,
        new EnergyBudget(energy, 0.2),
        new SharePrices(SharesByType.NONE, false, false));
  }

  /** Two periods, the second of which is repeated, with one of the filters. */
  private static EnergySettings budgets(int filter) {
    List<TaskBudget> filters =
        List.of(new TaskBudget.Unlimited(), new TaskBudget.Fixed(1), new TaskBudget.Adaptive());
    return new EnergySettings(
        List.of(
            new EnergyPeriod(5, 40, OptionalDouble.of(JOULES)),
            new EnergyPeriod(40, 70, OptionalDouble.of(2 * JOULES))),
        filters.get(filter));
  }

  /**
   * Flat at first, so that ties are common, then falling; two thirds have no deadline. In every
   * third trial some are worth nothing at first, and more from some time on.
   */
  private static TinyTrial withUtilities(TinyTrial trial, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Task> tasks = new ArrayList<>();
    for (Task task : trial.workload().tasks()) {
      double worth = 1 << random.nextInt(4);
      long flat = random.nextLong(20);
      long end = flat + 1 + random.nextLong(60);
      UtilityPoints utility =
          new UtilityPoints(
              List.of(new Point(flat, worth), new Point(flat, 0.7 * worth), new Point(end, 0)));
      if (seed % 3 == 1 && random.nextBoolean()) {
        utility =
            new UtilityPoints(
                List.of(new Point(flat, 0), new Point(flat, worth), new Point(end, 2 * worth)));
      }
      long deadline = random.nextInt(3) == 0 ? task.deadline() : Task.NO_DEADLINE;
      tasks.add(new Task(task.id(), task.type(), task.arrival(), deadline, utility));
    }
    return new TinyTrial(
        powered(trial.system(), random),
        new Workload(trial.workload().name(), tasks),
        trial.actualTimes());
  }

  private static HcSystem powered(HcSystem system, SplittableRandom random) {
    PetMatrix pet = system.pet();
    double[][][] watts = new double[pet.taskTypes()][pet.machineTypes()][];
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < pet.machineTypes(); j++) {
        watts[i][j] =
            pet.canRun(i, j) ? random.doubles(pet.pStates(j), 50, 200).toArray() : new double[0];
      }
    }
    return new HcSystem(
        system.name(),
        system.tick(),
        system.taskTypes(),
        system.machineTypes(),
        system.machines(),
        pet,
        Optional.of(ApcMatrix.of(watts)));
  }

  private static List<Departure> run(
      TinyTrial tiny, AllocationRules rules, Incidents incidents, AllocationPolicy policy) {
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), new Drawn(tiny));
    return EventEngine.run(trial, policy, incidents, Journal.NONE).departures();
  }

  /** The times of a trial, which are drawn from the PET of its system. */
  private record Drawn(TinyTrial trial) implements ExecutionTimes {
    @Override
    public long of(Task task, Machine machine, int pState) {
      return trial.actualTimes().of(task, machine, pState);
    }

    @Override
    public boolean keepTo(PetMatrix pet) {
      return pet.equals(trial.system().pet());
    }
  }
}
