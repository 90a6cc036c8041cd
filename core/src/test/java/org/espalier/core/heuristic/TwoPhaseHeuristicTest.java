package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.AssertionMode;
import org.espalier.core.allocation.ExecutionBackend;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Pruner;
import org.junit.jupiter.api.Test;

/** Two-phase heuristics with measures of a user's own, on two machines where tasks take 5 ticks. */
class TwoPhaseHeuristicTest {
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

  private static ExecutionBackend deaf() {
    return new ExecutionBackend() {
      @Override
      public void start(long now, Machine machine, Task task) {}

      @Override
      public void evict(long now, Machine machine, Task task) {}
    };
  }

  /** Where the only task starts. */
  private static List<String> started(PairOrder firstPhase) {
    List<String> starts = new ArrayList<>();
    Journal journal =
        entry -> {
          if (entry instanceof Journal.Started started) {
            starts.add("%d on %d".formatted(started.task().id(), started.machine()));
          }
        };
    MappingHeuristic heuristic =
        new TwoPhaseHeuristic(
            FirstPhase.ALL_MACHINES, firstPhase, lowest(PairMeasure.EXPECTED_COMPLETION));
    ResourceManager manager =
        new ResourceManager(
            twins(),
            AllocationRules.bounded(1, DroppingScope.NONE),
            new ComposedPolicy("under test", Pruner.none(), heuristic),
            deaf(),
            journal,
            AssertionMode.ON);
    manager.taskArrived(0, new Task(0, 0, 0, 1000));
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
}
