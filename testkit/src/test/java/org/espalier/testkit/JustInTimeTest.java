package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.JustInTime;
import org.espalier.core.pricing.JustInTimeOptions;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is mapped, and what is not yet. */
class JustInTimeTest {
  private static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.EXECUTING);

  /** Machine 0 is good for task type 0 alone, machine 1 for both; [task type][machine type]. */
  private static final HcSystem SYSTEM =
      TinySystems.of(new Pmf[][] {{Pmf.at(10, 1), Pmf.at(10, 1)}, {Pmf.at(50, 1), Pmf.at(10, 1)}});

  private static ManualDriver driver() {
    return driver(SYSTEM);
  }

  private static ManualDriver driver(HcSystem system) {
    return driver(system, RULES);
  }

  private static ManualDriver driver(HcSystem system, AllocationRules rules) {
    AllocationPolicy created =
        PolicyRegistry.builtIn()
            .find("JIT")
            .orElseThrow()
            .create(PolicySettings.JOURNAL.withRules(rules));
    return ManualDriver.of(system, rules, created);
  }

  private static Task task(int id, int type, long arrival, long deadline) {
    return new Task(id, type, arrival, deadline);
  }

  @Test
  void nothingWaitsInMachineQueues() {
    ManualDriver driver = driver();
    SplittableRandom random = new SplittableRandom(3);
    for (int id = 0; id < 20; id++) {
      driver.arrive(0, task(id, random.nextInt(2), 0, 60 + random.nextInt(40)));
    }
    driver.settle(0);

    assertThat(driver.manager().queue(0).size()).isEqualTo(1);
    assertThat(driver.manager().queue(1).size()).isEqualTo(1);
    assertThat(driver.manager().unmapped()).isEqualTo(18);
  }

  /**
   * Machines on which a task has a chance of 0.3 are idle, and one that surely has it done in time
   * is free soon.
   */
  @ParameterizedTest
  @ValueSource(ints = {20, 63, 64, 128})
  void howeverManyAreIdleATaskWaitsForAMachineThatSuitsIt(int idle) {
    double[] masses = new double[20];
    masses[0] = 0.3;
    masses[19] = 0.7;
    Pmf slow = Pmf.of(10, 10, masses);
    @Nullable Pmf[][] cells = {{slow, Pmf.at(10, 10)}, {Pmf.at(20, 10), null}};
    int[] machines = new int[idle + 1];
    machines[idle] = 1;
    ManualDriver driver = driver(TinySystems.of(cells, machines));
    driver.arrive(0, task(0, 0, 0, 50)).settle(0);
    driver.arrive(1, task(1, 0, 1, 31));
    for (int id = 2; id <= idle; id++) {
      driver.arrive(1, task(id, 1, 1, 101));
    }
    driver.settle(1);

    assertThat(driver.manager().unmapped()).isEqualTo(1);
    assertThat(driver.manager().waiting(1).getFirst().id()).isEqualTo(1);
  }

  @Test
  void aMachineThatIsFreeTakesTheNext() {
    ManualDriver driver = driver();
    for (int id = 0; id < 4; id++) {
      driver.arrive(0, task(id, 0, 0, 60));
    }
    driver.settle(0).finish(10, 0).settle(10);

    assertThat(driver.manager().queue(0).isBusy()).isTrue();
    assertThat(driver.manager().unmapped()).isEqualTo(1);
  }

  /** Machine 0 would be late with it; machine 1 is free soon enough. */
  @Test
  void aTaskWaitsForTheMachineThatIsInTime() {
    ManualDriver driver = driver();
    driver.arrive(0, task(0, 1, 0, 40)).settle(0);
    driver.arrive(1, task(1, 1, 1, 40)).settle(1);

    assertThat(driver.manager().queue(1).isBusy()).isTrue();
    assertThat(driver.manager().queue(0).isBusy()).isFalse();
    driver.finish(10, 1).settle(10);
    assertThat(driver.manager().queue(1).isBusy()).isTrue();
  }

  /** Machine 1 is free at 10 for sure, and no one else needs machine 0. */
  @Test
  void aTaskWaitsForTheMachineThatIsALittleSurerWhereTheLoadIsLight() {
    ManualDriver driver = mostlySureBesideSure(0.97, Pmf.at(10, 10));
    driver.arrive(1, task(1, 1, 1, 45)).settle(1);

    assertThat(driver.manager().queue(0).isBusy()).isFalse();
    driver.finish(10, 1).settle(10);
    assertThat(driver.manager().queue(1).isBusy()).isTrue();
  }

  /**
   * They are a little surer on the slow machine, which is idle; but half of the time is to spare.
   */
  @ParameterizedTest
  @ValueSource(ints = {20, 50})
  void tasksWaitForTheMachineThatSuitsThemWhereTheLoadIsLight(int slow) {
    double[] masses = new double[39];
    masses[0] = 0.9999;
    masses[38] = 0.0001;
    Pmf mostlyFast = Pmf.of(10, 10, masses);
    Pmf[][] times = {{mostlyFast, Pmf.at(slow, 10)}, {Pmf.at(slow, 10), mostlyFast}};
    ManualDriver driver = driver(TinySystems.of(times));
    for (int round = 0; round < 50; round++) {
      int type = round % 2;
      long now = 20L * round;
      driver.arrive(now, task(2 * round, type, now, now + 400)).settle(now);
      driver.arrive(now + 1, task(2 * round + 1, type, now + 1, now + 401)).settle(now + 1);
      assertThat(driver.manager().queue(1 - type).isBusy())
          .as("slow one in round %d", round)
          .isFalse();
      driver.finish(now + 10, type).settle(now + 10).finish(now + 20, type).settle(now + 20);
    }
  }

  /**
   * A task of type 1 takes 10 on machine 1, and with a chance on machine 0 as well, else 90 there.
   * A task of type 0 runs on machine 1 since 0.
   */
  private static ManualDriver mostlySureBesideSure(double chance, Pmf timeOfRunning) {
    Pmf mostlySure = Pmf.of(10, 10, chance, 0, 0, 0, 0, 0, 0, 0, 1 - chance);
    HcSystem system =
        TinySystems.of(new Pmf[][] {{Pmf.at(60, 10), timeOfRunning}, {mostlySure, Pmf.at(10, 10)}});
    return driver(system).arrive(0, task(0, 0, 0, 500)).settle(0);
  }

  @Test
  void tasksWithoutDeadlineAreRun() {
    ManualDriver driver = driver();
    driver.arrive(0, task(0, 0, 0, Task.NO_DEADLINE)).arrive(0, task(1, 1, 0, Task.NO_DEADLINE));
    driver.settle(0);

    assertThat(driver.manager().unmapped()).isZero();
  }

  /** No time is short where no task has a deadline. */
  @ParameterizedTest
  @EnumSource(DroppingScope.class)
  void whatHasNoDeadlineIsRunHoweverLongItTakes(DroppingScope scope) {
    HcSystem longAndShort = TinySystems.of(new Pmf[][] {{Pmf.at(1000, 1)}, {Pmf.at(10, 1)}});
    for (HcSystem system : new HcSystem[] {TinySystems.shortOrLong(), longAndShort}) {
      ManualDriver driver = alone(system, scope);
      driver.arrive(5, task(0, 0, 5, Task.NO_DEADLINE)).settle(5);

      assertThat(driver.manager().queue(0).isBusy()).isTrue();
    }
  }

  /** It is as sure on both machines, and no load is known. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theFirstTaskTakesTheMachineThatSuitsIt(int fast) {
    Pmf[] times = {Pmf.at(50, 1), Pmf.at(50, 1)};
    times[fast] = Pmf.at(10, 1);
    HcSystem system = TinySystems.of(new Pmf[][] {times, {Pmf.at(30, 1), Pmf.at(30, 1)}});
    ManualDriver driver = alone(system, DroppingScope.EXECUTING);
    driver.arrive(0, task(0, 0, 0, 1000)).settle(0);

    assertThat(driver.manager().queue(fast).isBusy()).isTrue();
    assertThat(driver.manager().queue(1 - fast).isBusy()).isFalse();
  }

  @Test
  void aLoneTaskIsRunHoweverLongItTakes() {
    Pmf[][] times = new Pmf[100][];
    Arrays.fill(times, new Pmf[] {Pmf.at(10, 1)});
    times[0] = new Pmf[] {Pmf.at(10_000, 1)};
    ManualDriver driver = alone(TinySystems.of(times), DroppingScope.EXECUTING);
    driver.arrive(0, task(0, 0, 0, 1_000_000)).settle(0);

    assertThat(driver.manager().queue(0).isBusy()).isTrue();
  }

  private static ManualDriver alone(HcSystem system, DroppingScope scope) {
    return driver(system, AllocationRules.bounded(3, scope));
  }

  @ParameterizedTest
  @EnumSource(DroppingScope.class)
  void theFirstTaskIsNotTakenForARush(DroppingScope scope) {
    ManualDriver driver = alone(TinySystems.shortOrLong(), scope);
    driver.arrive(5, task(0, 0, 5, 24)).settle(5);

    assertThat(driver.manager().queue(0).isBusy()).isTrue();
  }

  /** Nothing else happens: no task arrives, and none runs that could end. */
  @ParameterizedTest
  @EnumSource(DroppingScope.class)
  void noTaskWaitsForEverBesideAnIdleMachine(DroppingScope scope) {
    assertThat(startAfterARush(scope, false)).isLessThan(100);
  }

  /** A live system may be told of tasks one by one. */
  @Test
  void severalEventsInATickAreAsOne() {
    assertThat(startAfterARush(DroppingScope.EXECUTING, true))
        .isEqualTo(startAfterARush(DroppingScope.EXECUTING, false))
        .isGreaterThan(16);
  }

  /**
   * When a task starts that arrives at 16, after a rush at 0.
   *
   * @param oneByOne whether there is an event for each task of the rush, in the same tick
   */
  private static long startAfterARush(DroppingScope scope, boolean oneByOne) {
    ManualDriver driver = alone(TinySystems.shortOrLong(), scope);
    for (int id = 0; id < 40; id++) {
      driver.arrive(0, task(id, 0, 0, 15));
      if (oneByOne) {
        driver.settle(0);
      }
    }
    for (long now = 0; now < 16; now += 2) {
      if (driver.manager().queue(0).isBusy() && now > 0) {
        driver.finish(now, 0);
      }
      driver.settle(now);
    }
    driver.arrive(16, task(40, 0, 16, 400)).settle(16);
    long now = 16;
    while (driver.manager().queue(0).running().map(Task::id).orElse(-1) != 40 && now < 380) {
      now = driver.manager().nextWakeUp();
      driver.settle(now);
    }
    return now;
  }

  /** More tasks can wait than the starts that are looked at; one cannot. */
  @ParameterizedTest
  @EnumSource(DroppingScope.class)
  void whatCannotWaitGoesFirst(DroppingScope scope) {
    ManualDriver driver = alone(TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}}), scope);
    for (int id = 0; id < 8; id++) {
      driver.arrive(0, task(id, 0, 0, 400));
    }
    driver.arrive(0, task(8, 0, 0, 12)).settle(0);

    assertThat(driver.manager().queue(0).running()).map(Task::id).contains(8);
  }

  /** A system with many machines of two types; task types take 10 and 1000 ticks on the first. */
  private static HcSystem manyMachines(int ofFirst, int ofSecond) {
    Pmf[][] times = {{Pmf.at(10, 1), Pmf.at(5, 1)}, {Pmf.at(1000, 1), Pmf.at(1000, 1)}};
    int[] types = IntStream.range(0, ofFirst + ofSecond).map(m -> m < ofFirst ? 0 : 1).toArray();
    return TinySystems.of(times, types);
  }

  @Test
  void howeverManyMachinesAreIdleAllTakeATask() {
    ManualDriver driver = driver(manyMachines(150, 50));
    for (int id = 0; id < 300; id++) {
      driver.arrive(0, task(id, 0, 0, 100));
    }
    driver.settle(0);

    assertThat(driver.manager().unmapped()).isEqualTo(100);
  }

  /** There are more of the slow type than a matching looks at. */
  @Test
  void theMachineThatSuitsItIsFoundAmongMany() {
    ManualDriver driver = driver(manyMachines(200, 1));
    driver.arrive(0, task(0, 0, 0, 1000)).settle(0);

    assertThat(driver.manager().queue(200).isBusy()).isTrue();
  }

  /**
   * One machine is idle, and one runs a task that takes long. The soonest starts are so near that
   * all tasks can wait for them, and the last one is so far off that none can.
   */
  @Test
  void whatCannotWaitGoesFirstWithManyMachines() {
    ManualDriver driver = driver(manyMachines(100, 0));
    driver.arrive(0, task(0, 1, 0, 2000));
    for (int id = 1; id < 99; id++) {
      driver.arrive(0, task(id, 0, 0, 200));
    }
    driver.settle(0);
    for (int id = 99; id < 199; id++) {
      driver.arrive(1, task(id, 0, 1, 201));
    }
    driver.arrive(1, task(199, 0, 1, 19)).settle(1);

    assertThat(driver.manager().unmapped()).isEqualTo(100);
    assertThat(IntStream.range(0, 100).boxed())
        .anyMatch(m -> driver.manager().queue(m).running().orElseThrow().id() == 199);
  }

  @Test
  void whereAPairIsRefusedTheMachineTakesAnotherTask() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}});
    Refusing refusing = new Refusing(task -> task.id() == 0);
    ManualDriver driver =
        ManualDriver.of(
            system, RULES, refusing.before(new JustInTime(JustInTimeOptions.NONE, Forecast.NONE)));
    driver.arrive(0, task(0, 0, 0, 12)).arrive(0, task(1, 0, 0, 400)).settle(0);

    assertThat(driver.manager().queue(0).running()).map(Task::id).contains(1);
  }

  /** The last task is urgent on the slow machine. The fast one takes no tasks. */
  @Test
  void aMachineThatTakesNoTasksIsNotWaitedFor() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(2, 1), TinySystems.either(50, 150)}});
    ManualDriver driver = alone(system, DroppingScope.EXECUTING);
    driver.manager().machineChanged(0, 0, false);
    for (int id = 0; id < 8; id++) {
      driver.arrive(0, task(id, 0, 0, 2000));
    }
    driver.arrive(0, task(8, 0, 0, 230)).settle(0);

    assertThat(driver.manager().queue(1).running()).map(Task::id).contains(8);
  }

  /** What was stopped on the fast machine is gone too late for the task. */
  @Test
  void aMachineIsNotReadyBeforeWhatWasStoppedIsGone() {
    ManualDriver driver = driver(TinySystems.of(new Pmf[][] {{Pmf.at(10, 1), Pmf.at(40, 1)}}));
    driver.manager().live().stopTimes(0, 0, new StopTimes(100, 100));
    driver.manager().live().machineClearing(0, 0, 0);
    driver.arrive(0, task(0, 0, 0, 60)).settle(0);

    assertThat(driver.manager().queue(1).isBusy()).isTrue();
  }

  /** The fast machine goes before the task would be done there. */
  @Test
  void aTaskGoesWhereItIsDoneBeforeItsMachineGoes() {
    ManualDriver driver = driver(TinySystems.of(new Pmf[][] {{Pmf.at(10, 1), Pmf.at(40, 1)}}));
    driver.manager().live().stopTimes(0, 0, new StopTimes(0, 0, false, 9));
    driver.arrive(0, task(0, 0, 0, 60)).settle(0);

    assertThat(driver.manager().queue(0).isBusy()).isFalse();
    assertThat(driver.manager().queue(1).isBusy()).isTrue();
  }
}
