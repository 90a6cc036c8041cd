package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.JustInTimeByUtility;
import org.espalier.core.pricing.JustInTimeOptions;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What JIT maps where tasks earn utility. */
class JustInTimeByUtilityTest {
  /** Machine 0 takes 40 ticks; machine 1 takes 15, and cannot run type 1. */
  private static final HcSystem SYSTEM =
      TinySystems.of(new @Nullable Pmf[][] {{Pmf.at(40, 1), Pmf.at(15, 1)}, {Pmf.at(40, 1), null}});

  private static ManualDriver driver() {
    return driver(SYSTEM, 10);
  }

  private static AllocationRules rules(long period) {
    return new AllocationRules(
        new TaskManagement.PendingSlot(),
        DroppingScope.NONE,
        DeadlineKind.SOFT,
        new Trigger(0, false, period));
  }

  private static ManualDriver driver(HcSystem system, long period) {
    AllocationRules rules = rules(period);
    return ManualDriver.of(
        system,
        rules,
        PolicyRegistry.builtIn()
            .find("JIT")
            .orElseThrow()
            .create(PolicySettings.THESIS.withRules(rules)));
  }

  /** Worth so much until so many ticks after its arrival, and then nothing. */
  private static Task task(int id, int type, long arrival, double worth, long until) {
    UtilityPoints utility =
        new UtilityPoints(
            List.of(new Point(0, worth), new Point(until, worth), new Point(until, 0)));
    return new Task(id, type, arrival, Task.NO_DEADLINE, utility);
  }

  @Test
  void aTaskWaitsWhereItCouldOnlyStartLater() {
    ManualDriver driver = driver();
    driver.arrive(1, task(0, 1, 1, 8, 200)).settle(10);
    driver.arrive(11, task(1, 1, 11, 8, 200)).settle(20);

    assertThat(driver.manager().queue(0).size()).isEqualTo(1);
    assertThat(driver.manager().unmapped()).isEqualTo(1);
  }

  @Test
  void itIsMappedBeforeTheMachineIsFree() {
    ManualDriver driver = driver();
    driver.arrive(1, task(0, 1, 1, 8, 200)).settle(10);
    driver.arrive(11, task(1, 1, 11, 8, 200)).settle(20).settle(30).settle(40).settle(50);

    assertThat(driver.manager().unmapped()).isZero();
  }

  @Test
  void theTaskOfMoreWorthComesFirst() {
    ManualDriver driver = driver();
    driver.arrive(1, task(0, 1, 1, 1, 60)).arrive(1, task(1, 1, 1, 8, 60)).settle(10);

    assertThat(driver.manager().queue(0).running()).map(Task::id).contains(1);
  }

  @Test
  void aTaskThatEarnsNothingIsDropped() {
    ManualDriver driver = driver();
    driver.arrive(1, task(0, 1, 1, 8, 30)).settle(10);

    assertThat(driver.manager().queue(0).isBusy()).isFalse();
    assertThat(driver.manager().unmapped()).isZero();
  }

  /** It would earn nothing on the idle one, and is in time on the one that is soon free. */
  @Test
  void aTaskIsReservedForTheMachineThatIsInTime() {
    ManualDriver driver = driver();
    driver.arrive(1, task(0, 0, 1, 8, 100)).settle(10);
    driver.arrive(11, task(1, 0, 11, 8, 35)).settle(20);

    assertThat(driver.manager().queue(1).running()).map(Task::id).contains(0);
    assertThat(driver.manager().queue(0).isBusy()).isFalse();
  }

  @Test
  void howeverManyMachinesAreIdleAllTakeATask() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(40, 1)}}, new int[500]);
    ManualDriver driver = driver(system, 1000);
    for (int id = 0; id < 500; id++) {
      driver.arrive(1 + id, task(id, 0, 1 + id, 1 + id % 9, 5000));
    }
    driver.settle(1000);

    assertThat(driver.manager().unmapped()).isZero();
  }

  @Test
  void ofMachinesWhereATaskIsWorthTheSameTheIdleOneTakesIt() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(40, 1)}}, 0, 0);
    ManualDriver driver = driver(system, 10);
    driver.arrive(1, task(0, 0, 1, 8, 1000)).settle(10);
    driver.arrive(11, task(1, 0, 11, 8, 1000)).settle(20);

    assertThat(driver.manager().queue(1).running()).map(Task::id).contains(1);
  }

  /** Machine 380 of another type; none of the 300 best tasks, nor of those behind, can use it. */
  @Test
  void aTaskForAFreeMachineDoesNotWaitBehindManyThatAreWorthMore() {
    int[] types = new int[381];
    types[380] = 1;
    HcSystem system =
        TinySystems.of(
            new @Nullable Pmf[][] {{Pmf.at(40_000, 1), null}, {null, Pmf.at(40_000, 1)}}, types);
    ManualDriver driver = driver(system, 1000);
    int id = 0;
    for (int event = 1; event <= 39; event++) {
      for (int k = 1; k <= 10; k++, id++) {
        long arrival = 1000L * (event - 1) + 90L * k;
        driver.arrive(arrival, task(id, 0, arrival, 8, 1_000_000));
      }
      driver.settle(1000L * event);
    }
    for (int k = 0; k < 600; k++, id++) {
      driver.arrive(39_001 + k, task(id, 0, 39_001 + k, 8 + id % 9, 1_000_000));
    }
    driver.arrive(39_900, task(id, 1, 39_900, 1, 1_000_000)).settle(40_000);

    assertThat(driver.manager().queue(380).running()).map(Task::id).contains(id);
    assertThat(driver.manager().unmapped()).isGreaterThan(300);
  }

  @Test
  void whereATaskIsRefusedTheMachineIsOfferedToAllOthers() {
    Refusing refusing = new Refusing(task -> true);

    assertThat(waitingBeside(refusing, 1)).isEqualTo(900);
    assertThat(refusing.asked()).hasSize(900);
  }

  /** As with a budget that is used up. */
  @Test
  void whatIsRefusedForItsTypeIsNotTriedTaskByTask() {
    Refusing refusing = Refusing.allByType();

    assertThat(waitingBeside(refusing, 20)).isEqualTo(900);
    assertThat(refusing.questions()).isLessThan(100);
  }

  /** How many of 900 tasks are not mapped in an event on some idle machines, with a filter. */
  private static int waitingBeside(Refusing refusing, int machines) {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(40, 1)}}, new int[machines]);
    AllocationPolicy policy =
        refusing.before(
            new JustInTimeByUtility(JustInTimeOptions.NONE, Forecast.NONE, EnergySettings.NONE));
    ManualDriver driver = ManualDriver.of(system, rules(1000), policy);
    for (int id = 0; id < 900; id++) {
      driver.arrive(1 + 50 * id, task(id, 0, 1 + 50 * id, 8, 1_000_000));
    }
    driver.settle(45_000);
    return driver.manager().unmapped();
  }
}
