package org.espalier.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens to tasks when a period of energy is used up and when it ends. A tick is a second, a
 * task takes 100 s and 10 kJ, a period has 1,000 s.
 */
class EnergyPeriodsTest {
  private static final long TIME = 100;
  private static final long PERIOD = 1_000;
  private static final AllocationRules IMMEDIATE = AllocationRules.unbounded(DroppingScope.NONE);
  private static final AllocationRules EVERY_MINUTE =
      AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
          .withTrigger(new Trigger(0, false, 60));

  private final List<Long> events = new ArrayList<>();
  private final List<Integer> discarded = new ArrayList<>();
  private TaskBudget filter = new TaskBudget.Unlimited();
  private UtilityDropping dropping = UtilityDropping.NONE;
  private int permuted = 1;
  private AllocationPolicy policy;
  private ResourceManager manager;

  /** A system of machines that are alike, on which tasks of a type take so many ticks each. */
  private static HcSystem alike(int machines, long... ticks) {
    MachineType type = new MachineType(0, "m", 0, 0, 100);
    return system(
        List.of(type),
        IntStream.range(0, machines).mapToObj(m -> new Machine(m, "m" + m, type)).toList(),
        Arrays.stream(ticks.length == 0 ? new long[] {TIME} : ticks)
            .mapToObj(time -> new long[] {time})
            .toArray(long[][]::new));
  }

  /** Two machines, m0 at 40 W and m1 at 100 W, and by task type what tasks take on each. */
  private static HcSystem frugalAndHungry(long[]... ticks) {
    MachineType frugal = new MachineType(0, "frugal", 0, 0, 40);
    MachineType hungry = new MachineType(1, "hungry", 0, 0, 100);
    return system(
        List.of(frugal, hungry),
        List.of(new Machine(0, "m0", frugal), new Machine(1, "m1", hungry)),
        ticks);
  }

  private static HcSystem system(List<MachineType> types, List<Machine> machines, long[]... ticks) {
    return new HcSystem(
        "periods",
        Duration.ofSeconds(1),
        IntStream.range(0, ticks.length).mapToObj(t -> new TaskType(t, "t" + t)).toList(),
        types,
        machines,
        PetMatrix.ofExecutionTimes(
            Arrays.stream(ticks)
                .map(row -> Arrays.stream(row).mapToObj(t -> new long[] {t}).toArray(long[][]::new))
                .toArray(long[][][]::new),
            1));
  }

  private void start(String name, AllocationRules rules, HcSystem system, double budgetJoules) {
    start(name, rules, system, 0, budgetJoules);
  }

  private void start(
      String name, AllocationRules rules, HcSystem system, long begin, double budgetJoules) {
    EnergyPeriod period = new EnergyPeriod(begin, begin + PERIOD, OptionalDouble.of(budgetJoules));
    AllocationRules soft = rules.withDeadlines(DeadlineKind.SOFT);
    policy =
        PolicyRegistry.builtIn()
            .find(name)
            .orElseThrow()
            .create(
                PolicySettings.THESIS
                    .withRules(soft)
                    .withPruning(PolicySettings.THESIS.pruning().withDroppingByUtility(dropping))
                    .withPermuted(permuted)
                    .withEnergy(new EnergySettings(List.of(period), filter)));
    manager = new ResourceManager(system, soft, policy, new NoMachines(), this::record);
  }

  private void record(Journal.Entry entry) {
    switch (entry) {
      case Journal.EventHeld event -> events.add(event.time());
      case Journal.Left left when left.departure().fate() == Fate.DISCARDED ->
          discarded.add(left.departure().task().id());
      default -> {}
    }
  }

  /** A task arrives that is worth something until a time. */
  private void arrive(int id, long now, long worthUntil) {
    arrive(id, 0, now, worthUntil);
  }

  private void arrive(int id, int type, long now, long worthUntil) {
    UtilityPoints worth =
        new UtilityPoints(
            List.of(new UtilityPoints.Point(0, 8), new UtilityPoints.Point(worthUntil - now, 0)));
    manager.taskArrived(now, new Task(id, type, now, Task.NO_DEADLINE, worth));
  }

  /** One task fits the budget; the second has to wait for the next period, whoever maps it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Max-UPT", "Max-Util", "Random", "Round-Robin", "MET-Random", "MCT", "MM", "MOC"})
  void whatDoesNotFitIsPostponed(String name) {
    start(name, IMMEDIATE, alike(2), 15e3);
    arrive(0, 0, 10 * PERIOD);
    arrive(1, 0, 10 * PERIOD);
    manager.settle(0);

    assertThat(policy.postponed()).isEqualTo(1);
    assertThat(manager.nextWakeUp()).isEqualTo(PERIOD);

    int first = manager.queue(0).size() > 0 ? 0 : 1;
    manager.taskFinished(TIME, first);
    manager.settle(TIME);
    assertThat(policy.postponed()).isEqualTo(1);

    manager.settle(PERIOD);
    assertThat(policy.postponed()).isZero();
    assertThat(manager.unmapped()).isZero();
  }

  /** A task that is worth nothing by then leaves. */
  @ParameterizedTest
  @ValueSource(strings = {"Max-UPT", "Random", "Round-Robin", "MCT", "Max-Max-UPT"})
  void whatIsWorthNothingInTheNextPeriodLeaves(String name) {
    start(name, IMMEDIATE, alike(2), 15e3);
    arrive(0, 0, PERIOD);
    arrive(1, 0, PERIOD);
    manager.settle(0);

    assertThat(discarded).hasSize(1);
    assertThat(manager.unmapped()).isZero();
  }

  /**
   * In the first round task 0 requests machine 0, for 4 kJ, and task 1 machine 1, for 10 kJ. Both
   * are more than 12 kJ; so task 1 requests machine 0 in the second, for 4.4 kJ.
   */
  @Test
  void sufferageRequestsAnewWhatTheBudgetNoLongerHolds() {
    HcSystem system = frugalAndHungry(new long[] {100, 300}, new long[] {110, 100});
    start("Sufferage", EVERY_MINUTE, system, 12e3);
    arrive(0, 0, 0, 10 * PERIOD);
    arrive(1, 1, 0, 10 * PERIOD);
    manager.settle(60);

    assertThat(manager.queue(0).tasks()).extracting(Task::id).containsExactly(0, 1);
  }

  /** Events are held each minute; a period that ends while nothing waits causes none. */
  @Test
  void aPeriodThatEndsUnnoticedCausesNoEvent() {
    start("Max-Max-UPT", EVERY_MINUTE, alike(2), 1e9);
    arrive(0, 30, 10 * PERIOD);
    manager.settle(60);
    manager.taskFinished(160, 0);
    manager.settle(160);
    assertThat(manager.nextWakeUp()).isEqualTo(TimeSpan.NEVER);

    arrive(1, PERIOD + 45, 10 * PERIOD);
    manager.settle(PERIOD + 45);
    assertThat(events).containsExactly(60L);
    assertThat(manager.nextWakeUp()).isEqualTo(PERIOD + 80);
    manager.settle(PERIOD + 80);
    assertThat(events).containsExactly(60L, PERIOD + 80);
  }

  /**
   * One of three tasks is refused for the sake of the first period; it is tried when that begins.
   */
  @Test
  void whatABudgetToComeRefusesIsTriedWhenItsPeriodBegins() {
    AllocationRules onArrival = IMMEDIATE.withTrigger(new Trigger(1, false, 0));
    start("Round-Robin", onArrival, alike(2, 900, 50, 300), 800, 9e3);
    arrive(0, 0, 0, 100 * PERIOD);
    arrive(1, 1, 0, 100 * PERIOD);
    arrive(2, 2, 0, 100 * PERIOD);
    manager.settle(0);

    assertThat(manager.unmapped()).isEqualTo(1);
    assertThat(manager.nextWakeUp()).isEqualTo(800);
  }

  /** A filter leaves tasks waiting; what is worth too little by then leaves, as in batch mode. */
  @Test
  void whatWaitsForTheFilterIsDroppedWhenItIsWorthTooLittle() {
    filter = new TaskBudget.Fixed(1e-6);
    dropping = new UtilityDropping(1);
    start("Max-UPT", IMMEDIATE, alike(2), 1e9);
    arrive(0, 0, 150);
    manager.settle(0);
    assertThat(manager.unmapped()).isEqualTo(1);

    arrive(1, 100, 300);
    manager.settle(100);
    assertThat(discarded).containsExactly(0);
    assertThat(manager.unmapped()).isEqualTo(1);
  }

  /** m0 takes 4 kJ a task and is out of service for a second, m1 takes 10 kJ, and 5 kJ are left. */
  @Test
  void aTaskWaitsForAMachineThatIsOutOfServiceForAWhile() {
    HcSystem system = frugalAndHungry(new long[] {TIME, TIME});
    start("Max-UPT", IMMEDIATE, system, 5e3);
    manager.machineChanged(10, 0, false);
    arrive(0, 10, 10 * PERIOD);
    manager.settle(10);
    assertThat(policy.postponed()).isZero();

    manager.machineChanged(11, 0, true);
    manager.settle(11);
    assertThat(manager.queue(0).size()).isEqualTo(1);
  }

  /** Task 1 would earn more if it were first, but its place was admitted behind task 0. */
  @Test
  void tasksAreNotPermutedWhereABudgetHolds() {
    permuted = 2;
    start("Min-Min-Comp", EVERY_MINUTE, alike(1, 100, 850), 1e9);
    arrive(0, 0, 0, 10 * PERIOD);
    arrive(1, 1, 0, 950);
    manager.settle(60);

    assertThat(manager.queue(0).tasks()).extracting(Task::id).containsExactly(0, 1);
  }

  /** Two of three tasks stay where they are: one begins, one is pending. */
  @Test
  void theStandingCountsThePendingSlotOfAMachineThatWasIdle() {
    start("Max-Max-UPT", EVERY_MINUTE, alike(1), 100e3);
    for (int id = 0; id < 3; id++) {
      arrive(id, 0, 10 * PERIOD);
    }
    manager.settle(60);

    assertThat(policy.energy().orElseThrow().pendingJoules()).isEqualTo(20e3);
  }

  /** What was just assigned is pending at once, by as much as falls into the period. */
  @Test
  void theStandingCountsWhatTheEventAssigned() {
    start("MCT", IMMEDIATE, alike(1), 100e3);
    for (int id = 0; id < 3; id++) {
      arrive(id, 750, 10 * PERIOD);
    }
    manager.settle(750);

    EnergyStanding standing = policy.energy().orElseThrow();
    assertThat(standing.spentJoules()).isZero();
    assertThat(standing.pendingJoules()).isEqualTo(25e3); // 100 + 100 + 50 s at 100 W
  }

  private static final class NoMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
