package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.UTILITY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_TIME;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.DeadlineKind;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.TaskManagement;
import org.espalier.core.allocation.Trigger;
import org.espalier.core.heuristic.MachineTypeLimit;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoStageHeuristic;
import org.espalier.core.heuristic.UtilityEnergy;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.testkit.PlainTwoStage;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The two-stage heuristic leaves of all tasks the same as the plain one, which measures all. */
class PlainTwoStageTest {
  private static final int SEEDS = 40;
  private static final long PERIOD = 4;

  private record Stages(PairOrder first, PairOrder second) {
    static Stages of(PairOrder both) {
      return new Stages(both.thenLowest(EXPECTED_COMPLETION), both);
    }
  }

  private static final List<Stages> STAGES =
      List.of(
          new Stages(lowest(EXPECTED_COMPLETION), lowest(EXPECTED_COMPLETION)),
          new Stages(lowest(EXPECTED_COMPLETION), highest(UTILITY)),
          Stages.of(highest(UTILITY_PER_TIME)),
          Stages.of(highest(new UtilityEnergy(0.5, 8).weightedUtility())),
          new Stages(highest(UTILITY), highest(UTILITY)));

  private static final List<TaskManagement> MANAGEMENTS =
      List.of(
          new TaskManagement.PendingSlot(),
          new TaskManagement.Polled(),
          new TaskManagement.BoundedQueues(3));

  @ParameterizedTest
  @EnumSource
  void theSameBecomesOfAllTasks(RandomTrials kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TinyTrial trial = withUtilities(kind.trial(5000 + seed), seed);
      for (TaskManagement management : MANAGEMENTS) {
        for (DroppingScope scope : List.of(DroppingScope.NONE, DroppingScope.EXECUTING)) {
          AllocationRules rules =
              new AllocationRules(
                  management,
                  scope,
                  scope == DroppingScope.NONE ? DeadlineKind.SOFT : DeadlineKind.HARD,
                  seed % 3 == 0 ? Trigger.EVERY_EVENT : Trigger.every(PERIOD));
          for (Stages stages : STAGES) {
            compare(trial, rules, stages, seed);
          }
        }
      }
    }
  }

  private static void compare(TinyTrial trial, AllocationRules rules, Stages stages, int seed) {
    Incidents incidents = seed % 2 == 0 ? Incidents.NONE : drained();
    MappingHeuristic fast =
        new TwoStageHeuristic(MachineTypeLimit.NONE, stages.first, stages.second, true);
    MappingHeuristic plain = new PlainTwoStage(stages.first, stages.second);
    boolean defers = seed % 4 == 0;
    assertThat(run(trial, rules, incidents, policy(fast, defers)))
        .as("seed %d, %s, stages %d", seed, rules, STAGES.indexOf(stages))
        .isEqualTo(run(trial, rules, incidents, policy(plain, defers)));
  }

  /** A machine is drained for some time. */
  private static Incidents drained() {
    List<Journal.Entry> entries =
        List.of(
            new Journal.MachineChanged(2 * PERIOD, 0, false),
            new Journal.MachineChanged(6 * PERIOD, 0, true));
    return new Incidents(entries, Set.of());
  }

  private static AllocationPolicy policy(MappingHeuristic heuristic, boolean defers) {
    Pruner pruner =
        new Pruner(
            ToggleSettings.NEVER,
            Dropping.NONE,
            defers ? Deferring.fixed(0.3) : Deferring.NONE,
            new Fairness(0),
            new UtilityDropping(0.2));
    return new ComposedPolicy("under test", pruner, heuristic);
  }

  /** Flat at first, so that ties are common, then falling; two thirds have no deadline. */
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
      long deadline = random.nextInt(3) == 0 ? task.deadline() : Task.NO_DEADLINE;
      tasks.add(new Task(task.id(), task.type(), task.arrival(), deadline, utility));
    }
    return new TinyTrial(
        trial.system(), new Workload(trial.workload().name(), tasks), trial.actualTimes());
  }

  private static List<Departure> run(
      TinyTrial tiny, AllocationRules rules, Incidents incidents, AllocationPolicy policy) {
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    return EventEngine.run(trial, policy, incidents, Journal.NONE).departures();
  }
}
