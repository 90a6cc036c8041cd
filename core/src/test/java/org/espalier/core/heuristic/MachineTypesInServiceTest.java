package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Machine types of which no machine takes tasks. The first type is the fastest and has no machine,
 * the second has two P-states, the third is the slowest; each of these has one machine.
 */
class MachineTypesInServiceTest {
  private static final int SECOND = 0;
  private static final int THIRD = 1;
  private static final AllocationRules IMMEDIATE =
      AllocationRules.unbounded(DroppingScope.NONE).withDeadlines(DeadlineKind.SOFT);

  private final ResourceManager manager;

  MachineTypesInServiceTest() {
    this.manager = manager(policy("MET-Max-Util", IMMEDIATE, UtilityDropping.NONE), IMMEDIATE);
  }

  private static AllocationPolicy policy(
      String name, AllocationRules rules, UtilityDropping dropping) {
    PolicySettings settings = PolicySettings.THESIS.withRules(rules).withSeed(3);
    return PolicyRegistry.builtIn()
        .find(name)
        .orElseThrow()
        .create(settings.withPruning(settings.pruning().withDroppingByUtility(dropping)));
  }

  private static ResourceManager manager(AllocationPolicy policy, AllocationRules rules) {
    MachineType first = new MachineType(0, "first", 0, 0, 100);
    MachineType second =
        new MachineType(1, "second", 0, 0, List.of(new PState("P0", 100), new PState("P1", 50)));
    MachineType third = new MachineType(2, "third", 0, 0, 100);
    HcSystem system =
        new HcSystem(
            "uneven",
            Duration.ofSeconds(1),
            List.of(new TaskType(0, "t")),
            List.of(first, second, third),
            List.of(new Machine(SECOND, "a", second), new Machine(THIRD, "b", third)),
            PetMatrix.ofExecutionTimes(new long[][][] {{{10}, {20, 30}, {40}}}, 1));
    return new ResourceManager(system, rules, policy, new NoMachines(), Journal.NONE);
  }

  private static Task task(int id) {
    UtilityPoints worth =
        new UtilityPoints(
            List.of(new UtilityPoints.Point(0, 8), new UtilityPoints.Point(10_000, 0)));
    return new Task(id, 0, 0, Task.NO_DEADLINE, worth);
  }

  @Test
  void theFastestTypeIsOneThatHasAMachine() {
    manager.taskArrived(0, task(0));
    manager.settle(0);

    assertThat(manager.queue(SECOND).size()).isEqualTo(1);
  }

  @Test
  void theFastestTypeIsOneThatTakesTasks() {
    manager.machineChanged(0, SECOND, false);
    manager.taskArrived(0, task(0));
    manager.settle(0);

    assertThat(manager.queue(THIRD).size()).isEqualTo(1);
  }

  /** Immediate heuristics of the source know P-state 0 only. */
  @ParameterizedTest
  @ValueSource(strings = {"Random", "MET-Random"})
  void randomMachinesAreUsedInTheirFastestPState(String name) {
    ResourceManager random = manager(policy(name, IMMEDIATE, UtilityDropping.NONE), IMMEDIATE);
    IntStream.range(0, 40).forEach(id -> random.taskArrived(0, task(id)));
    random.settle(0);

    assertThat(random.unmapped()).isZero();
    for (int i = 0; i < random.queue(SECOND).size(); i++) {
      assertThat(random.queue(SECOND).placement(i).pState()).isZero();
    }
  }

  /** A task is not worth less because machines are out of service for a while. */
  @Test
  void whatNoMachineTakesAtPresentStays() {
    AllocationRules batch =
        AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
            .withDeadlines(DeadlineKind.SOFT);
    ResourceManager drained = manager(policy("Max-Max-UPT", batch, new UtilityDropping(1)), batch);
    drained.machineChanged(0, SECOND, false);
    drained.machineChanged(0, THIRD, false);
    drained.taskArrived(0, task(0));
    drained.settle(0);
    assertThat(drained.unmapped()).isEqualTo(1);

    drained.machineChanged(50, SECOND, true);
    drained.settle(50);
    assertThat(drained.queue(SECOND).size()).isEqualTo(1);
  }

  private static final class NoMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
