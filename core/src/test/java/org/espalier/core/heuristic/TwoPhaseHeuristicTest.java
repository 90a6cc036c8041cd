package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.junit.jupiter.api.Test;

/** Two-phase heuristics on two machines: measures of a user's own, and deferring between rounds. */
class TwoPhaseHeuristicTest {
  /** Two machines where tasks take 5 ticks. */
  private static HcSystem twins() {
    MachineType type = new MachineType(0, "type");
    return new HcSystem(
        "twins",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "task")),
        List.of(type),
        List.of(new Machine(0, "a", type), new Machine(1, "b", type)),
        PetMatrix.of(new Pmf[][] {{Pmf.at(5, 1)}}));
  }

  /** Two machines: the first is quick at plain tasks and mostly quick at risky ones. */
  private static HcSystem unlikeTwins() {
    MachineType first = new MachineType(0, "first");
    MachineType second = new MachineType(1, "second");
    Pmf risky = Pmf.of(10, 10, 0.6, 0, 0, 0, 0, 0, 0, 0, 0, 0.4);
    Pmf[] ofRisky = {risky, Pmf.at(60, 10)};
    Pmf[] ofPlain = {Pmf.at(30, 10), Pmf.at(90, 10)};
    return new HcSystem(
        "unlike twins",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "risky"), new TaskType(1, "plain")),
        List.of(first, second),
        List.of(new Machine(0, "a", first), new Machine(1, "b", second)),
        PetMatrix.of(new Pmf[][] {ofRisky, ofPlain}));
  }

  private static ExecutionBackend deaf() {
    return new ExecutionBackend() {
      @Override
      public void start(long now, Placement placement, Task task) {}

      @Override
      public void evict(long now, Machine machine, Task task) {}
    };
  }

  /** Where the only task starts. */
  private static List<String> started(PairOrder firstPhase) {
    return started(twins(), Pruner.none(), firstPhase, new Task(0, 0, 0, 1000));
  }

  /** Where the tasks start that arrive together. */
  private static List<String> started(
      HcSystem system, Pruner pruner, PairOrder firstPhase, Task... tasks) {
    List<String> starts = new ArrayList<>();
    Journal journal =
        entry -> {
          if (entry instanceof Journal.Started started) {
            starts.add("%d on %d".formatted(started.task().id(), started.machine()));
          }
        };
    MappingHeuristic heuristic =
        FastTwoPhase.of(
            new TwoPhaseHeuristic(
                FirstPhase.ALL_MACHINES, firstPhase, lowest(PairMeasure.EXPECTED_COMPLETION)));
    ResourceManager manager =
        new ResourceManager(
            system,
            AllocationRules.bounded(2, DroppingScope.NONE),
            new ComposedPolicy("under test", pruner, heuristic),
            deaf(),
            journal);
    for (Task task : tasks) {
      manager.taskArrived(0, task);
    }
    manager.settle(0);
    return starts;
  }

  @Test
  void aPairWithTheWorstScoreThereIsStillCanBeTheBest() {
    PairMeasure never = new PairMeasure("never", (s, c, m) -> Double.POSITIVE_INFINITY);

    assertThat(started(lowest(never))).containsExactly("0 on 0");
  }

  @Test
  void anInfiniteScoreComesAfterAllOthers() {
    PairMeasure notOnFirst =
        new PairMeasure("not on a", (s, c, m) -> m == 0 ? Double.POSITIVE_INFINITY : 1e300);

    assertThat(started(lowest(notOnFirst))).containsExactly("0 on 1");
  }

  /**
   * The plain task takes the first machine; then the second is best for the risky one, too late.
   */
  @Test
  void aDeferredTaskWaitsForTheNextMappingEvent() {
    Pruner pruner = new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.fixed(0.75));
    Task risky = new Task(0, 0, 0, 65);
    Task plain = new Task(1, 1, 0, 1000);
    PairOrder soonest = lowest(PairMeasure.EXPECTED_COMPLETION);

    assertThat(started(unlikeTwins(), pruner, soonest, risky, plain)).containsExactly("1 on 0");
    assertThat(started(unlikeTwins(), Pruner.none(), soonest, risky, plain))
        .containsExactly("1 on 0", "0 on 1");
  }

  /** Two plain tasks are best on the first machine, which is full; one has no chance there. */
  @Test
  void aTaskThatWaitsForAFullMachineIsSaidToBeDeferredIfItWouldBe() {
    List<String> deferred = new ArrayList<>();
    Journal journal =
        new Journal() {
          @Override
          public void record(Entry entry) {
            if (entry instanceof Decided decided
                && decided.decision() instanceof Decision.Defer defer) {
              deferred.add("%d on %d".formatted(defer.task().id(), defer.machine()));
            }
          }

          @Override
          public boolean wantsDeferrals() {
            return true;
          }
        };
    MappingHeuristic soonest =
        FastTwoPhase.of(
            new TwoPhaseHeuristic(
                FirstPhase.ALL_MACHINES,
                lowest(PairMeasure.EXPECTED_COMPLETION),
                lowest(PairMeasure.EXPECTED_COMPLETION)));
    Pruner pruner = new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.fixed(0.5));
    ResourceManager manager =
        new ResourceManager(
            unlikeTwins(),
            AllocationRules.bounded(1, DroppingScope.NONE),
            new ComposedPolicy("under test", pruner, soonest),
            deaf(),
            journal);
    manager.taskArrived(0, new Task(0, 1, 0, 1000));
    manager.settle(0);
    manager.taskArrived(1, new Task(1, 1, 1, 1000));
    manager.taskArrived(1, new Task(2, 1, 1, 50));
    manager.settle(1);

    assertThat(deferred).containsExactly("2 on 0");
  }
}
