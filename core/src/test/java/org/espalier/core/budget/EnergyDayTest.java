package org.espalier.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;

/**
 * Budgets worked by hand. Three machines draw 100 W; short tasks take 3,600 s and 360 kJ, long ones
 * 7,200 s and 720 kJ, so that on average a task takes 5,400 s and 540 kJ. A tick is a second,
 * periods have 36,000 s and 9 MJ.
 */
class EnergyDayTest {
  private static final long SHORT = 3_600;
  private static final long LONG = 7_200;
  private static final long PERIOD = 36_000;

  private final List<Journal.Entry> journal = new ArrayList<>();
  private int nextTask;

  private static Task task(int id, int type, long arrival) {
    UtilityPoints worth = new UtilityPoints(List.of(new UtilityPoints.Point(0, 8)));
    return new Task(id, type, arrival, Task.NO_DEADLINE, worth);
  }

  private static HcSystem system() {
    MachineType type = new MachineType(0, "m", 0, 0, 100);
    return new HcSystem(
        "day",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "short"), new TaskType(1, "long")),
        List.of(type),
        List.of(new Machine(0, "m0", type), new Machine(1, "m1", type), new Machine(2, "m2", type)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{SHORT}}, {{LONG}}}, 1));
  }

  /** A manager of which three tasks run since some time: a short one and two long ones. */
  private ResourceManager manager(TaskBudget filter, long since) {
    EnergyPeriod period = new EnergyPeriod(0, PERIOD, OptionalDouble.of(9e6));
    AllocationRules rules =
        AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
            .withDeadlines(DeadlineKind.SOFT);
    ResourceManager manager =
        new ResourceManager(
            system(),
            rules,
            PolicyRegistry.builtIn()
                .find("Max-Max-Util")
                .orElseThrow()
                .create(
                    PolicySettings.THESIS
                        .withRules(rules)
                        .withEnergy(new EnergySettings(List.of(period), filter))),
            new NoMachines(),
            new Journal() {
              @Override
              public void record(Entry entry) {
                journal.add(entry);
              }

              @Override
              public boolean wantsDeferrals() {
                return true;
              }
            });
    List<Journal.Running> running = new ArrayList<>();
    for (int m = 0; m < 3; m++) {
      Task task = task(nextTask++, m == 0 ? 0 : 1, since);
      running.add(new Journal.Running(system().placements().get(m), task, since));
    }
    manager.takeOver(
        new Journal.Began(
            since,
            system(),
            rules,
            "energy day",
            "",
            List.of(),
            running,
            Optional.empty(),
            List.of()));
    manager.settle(since);
    return manager;
  }

  /** What the filter says of a long task that arrives: its energy, and what it may take. */
  private Basis refusal(ResourceManager manager, long now) {
    journal.clear();
    Task task = task(nextTask++, 1, now);
    manager.taskArrived(now, task);
    manager.settle(now);
    Basis basis =
        journal.stream()
            .filter(Journal.Decided.class::isInstance)
            .map(entry -> ((Journal.Decided) entry).decision())
            .filter(Decision.Defer.class::isInstance)
            .map(decision -> ((Decision.Defer) decision).basis())
            .findFirst()
            .orElseThrow();
    manager.taskCancelled(now, task.id());
    return basis;
  }

  private void assertRefused(ResourceManager manager, long now, double allowed) {
    Basis basis = refusal(manager, now);
    assertThat(basis.value()).isEqualTo(720e3);
    assertThat(basis.limit()).isCloseTo(allowed, within(1e-9 * allowed));
  }

  /**
   * At 3,600 s the short task is done; the long ones run until 7,200 s. Committed are 360 + 720 +
   * 720 = 1,800 kJ of 9,000, so 7,200 remain. The machines are free for 32,400 + 28,800 + 28,800 =
   * 90,000 s more, in which 90,000 / 5,400 = 50/3 tasks can be done. Equation 7 allows each of them
   * 7,200 / (50/3) = 432 kJ, times the leniency.
   */
  @Test
  void theFixedFilter() {
    ResourceManager manager = manager(new TaskBudget.Fixed(1.5), 0);
    manager.taskFinished(SHORT, 0);
    manager.settle(SHORT);

    assertRefused(manager, SHORT, 1.5 * 432e3);
  }

  @Test
  void aLenientFilterLetsItPass() {
    ResourceManager manager = manager(new TaskBudget.Fixed(1.7), 0);
    manager.taskFinished(SHORT, 0);
    manager.taskArrived(SHORT, task(9, 1, SHORT));
    manager.settle(SHORT);

    assertThat(manager.queue(0).task(0).id()).isEqualTo(9); // 1.7 x 432 = 734.4 kJ
  }

  /**
   * In the same state energy is the tighter limit: n = min(50/3, 7,200 / 540) = 40/3. Of the 3 x
   * 36,000 = 108,000 s of the machines 18,000 are used, so lambda = (9,000 / 108,000) / (1,800 /
   * 18,000) = 5/6, and a task may take 5/6 x 7,200 / (40/3) = 450 kJ (equations 9 to 11).
   */
  @Test
  void theAdaptiveFilter() {
    ResourceManager manager = manager(new TaskBudget.Adaptive(), 0);
    manager.taskFinished(SHORT, 0);
    manager.settle(SHORT);

    assertRefused(manager, SHORT, 450e3);
  }

  /**
   * Tasks that begin at 32,400 s: the short one ends with its period at 36,000 s, the long ones at
   * 39,600 s, so that half of their 720 kJ falls into either period. At 36,000 s the second period
   * has 2 x 360 kJ committed and 8,280 left, and the machines are free for 36,000 + 2 x 32,400 =
   * 100,800 s: 100,800 / 5,400 = 56/3 tasks, of 8,280 / (56/3) = 443.571... kJ each.
   *
   * <p>At 39,600 s both have left. The second period still has 720 kJ committed, and 3 x 32,400 s
   * left, for 18 tasks of 8,280 / 18 = 460 kJ each.
   */
  @Test
  void energyOfATaskInTwoPeriodsIsShared() {
    ResourceManager manager = manager(new TaskBudget.Fixed(1), PERIOD - SHORT);
    manager.taskFinished(PERIOD, 0);
    manager.settle(PERIOD);

    assertRefused(manager, PERIOD, 8_280e3 * 3 / 56);

    manager.taskFinished(PERIOD + SHORT, 1);
    manager.taskFinished(PERIOD + SHORT, 2);
    manager.settle(PERIOD + SHORT);

    assertRefused(manager, PERIOD + SHORT, 460e3);
  }

  private static final class NoMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
