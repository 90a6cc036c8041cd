package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that must be completed, on one machine on which a task takes 10 or 40 ticks. */
class MustCompleteTest {
  private static final AllocationRules RULES = AllocationRules.bounded(6, DroppingScope.PENDING);

  private final List<Integer> mapped = new ArrayList<>();
  private final List<Integer> left = new ArrayList<>();

  private static HcSystem system() {
    MachineType type = new MachineType(0, "t", 0, 0, List.of(new PState("P0", 100)));
    return new HcSystem(
        "one",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "k")),
        List.of(type),
        List.of(new Machine(0, "m", type)),
        PetMatrix.of(new Pmf[][] {{Pmf.of(10, 10, 0.5, 0, 0, 0.5)}}));
  }

  private void hear(Journal.Entry entry) {
    switch (entry) {
      case Journal.Decided decided when decided.decision() instanceof Decision.Assign assign ->
          mapped.add(assign.task().id());
      case Journal.Left gone -> left.add(gone.departure().task().id());
      default -> {}
    }
  }

  private ResourceManager manager(String policy, PolicySettings settings) {
    return new ResourceManager(
        system(),
        settings.rules(),
        PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings),
        new Idle(),
        this::hear);
  }

  private record Idle() implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }

  private static PolicySettings settings(PruningSettings pruning) {
    return PolicySettings.JOURNAL.withRules(RULES).withPruning(pruning);
  }

  private static Task task(int id, long deadline, int must) {
    return new Task(id, 0, id, deadline, new DeadlineUtility(1, id == must));
  }

  /** Ten come, of which the last but one must be completed; all have the same deadline. */
  private void tenCome(ResourceManager manager, long deadline) {
    IntStream.range(0, 10).forEach(id -> manager.taskArrived(9, task(id, deadline, 8)));
    manager.settle(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MM", "MSD", "MMU", "MOC", "PAM", "JIT"})
  void itGoesBeforeAllOthers(String policy) {
    tenCome(manager(policy, PolicySettings.JOURNAL.withRules(RULES)), 200);

    assertThat(mapped.getFirst()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MM", "JIT"})
  void itDoesSoThoughNoWorthIsWeighed(String policy) {
    tenCome(manager(policy, PolicySettings.JOURNAL.withRules(RULES.withWorth(false))), 200);

    assertThat(mapped.getFirst()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MM-D", "MM-P", "PAM", "FCFS-P"})
  void itIsDeferredByNoThreshold(String policy) {
    PruningSettings all = PruningSettings.byThresholds(0, 1, ToggleSettings.NEVER);

    tenCome(manager(policy, settings(all)), 200);

    assertThat(mapped).containsExactly(8);
  }

  @Test
  void itIsNotCulled() {
    tenCome(manager("MOC", PolicySettings.JOURNAL.withRules(RULES)), 15);

    assertThat(mapped).contains(8);
  }

  /** The second of a queue has a small chance, and those behind it gain by its leaving. */
  private List<Integer> leaving(PruningSettings.DroppingMethod method, int must) {
    left.clear();
    mapped.clear();
    PruningSettings strict =
        PruningSettings.byThresholds(1, 0, ToggleSettings.ALWAYS).withDropping(method);
    ResourceManager manager = manager("FCFS-Drop", settings(strict));
    for (int id = 0; id < 6; id++) {
      manager.taskArrived(9, task(id, id == 1 ? 30 : 62, must));
    }
    manager.settle(9);
    assertThat(mapped).containsExactly(0, 1, 2, 3, 4, 5);
    manager.taskArrived(10, task(6, 200, must));
    manager.settle(10);
    return left;
  }

  @ParameterizedTest
  @EnumSource(PruningSettings.DroppingMethod.class)
  void itIsNotDroppedWhereOthersAre(PruningSettings.DroppingMethod method) {
    assertThat(leaving(method, -1)).contains(1);
    assertThat(leaving(method, 1)).doesNotContain(1);
  }

  @Test
  void itIsNotDiscardedAsOfLowUtility() {
    PruningSettings dear =
        PruningSettings.byThresholds(0, 0, ToggleSettings.NEVER)
            .withDroppingByUtility(new UtilityDropping(5));

    tenCome(manager("MM", settings(dear)), 200);

    assertThat(mapped).containsExactly(8);
    assertThat(left).hasSize(9).doesNotContain(8);
  }
}
