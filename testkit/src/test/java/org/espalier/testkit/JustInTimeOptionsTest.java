package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.JustInTime;
import org.espalier.core.pricing.JustInTimeOptions;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Pruner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each option of just-in-time policies changes; one machine, on which a tick is a second. */
class JustInTimeOptionsTest {
  private static final JustInTimeOptions EVICTING =
      new JustInTimeOptions(0, 0, true, Duration.ZERO);

  private static ManualDriver driver(
      HcSystem system, DroppingScope scope, JustInTimeOptions options) {
    AllocationRules rules = AllocationRules.bounded(3, scope);
    MappingHeuristic heuristic = new JustInTime(options, Forecast.NONE);
    return ManualDriver.of(
        system, rules, new ComposedPolicy("just in time", Pruner.none(), heuristic));
  }

  private static MachineQueue machine(ManualDriver driver) {
    return driver.manager().queue(0);
  }

  /** By how much the on-time shares of two types differ, tasks of which take 10 and 30 ticks. */
  private static double difference(JustInTimeOptions options) {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(30, 1)}});
    ManualDriver driver = driver(system, DroppingScope.EXECUTING, options);
    for (int now = 0; now <= 3000; now += 5) {
      MachineQueue machine = machine(driver);
      if (machine.isBusy() && machine.start() + 10 + 20L * machine.task(0).type() == now) {
        driver.finish(now, 0);
      }
      if (now % 10 == 0) {
        driver.arrive(now, new Task(2 * now, 0, now, now + 60));
        driver.arrive(now, new Task(2 * now + 1, 1, now, now + 60));
      }
      driver.settle(now);
    }
    return share(driver.departures(), 0) - share(driver.departures(), 1);
  }

  private static double share(List<Departure> departures, int type) {
    return departures.stream()
        .filter(departure -> departure.task().type() == type)
        .mapToInt(departure -> departure.fate() == Fate.ON_TIME ? 1 : 0)
        .average()
        .orElseThrow();
  }

  @Test
  void withFairnessTypesFareMoreAlike() {
    double without = difference(JustInTimeOptions.NONE);
    double with = difference(new JustInTimeOptions(8, 0.05, false, Duration.ZERO));

    assertThat(without).isGreaterThan(0.5);
    assertThat(Math.abs(with)).isLessThan(without / 2);
  }

  private static ManualDriver fair(HcSystem system, double weight) {
    JustInTimeOptions options = new JustInTimeOptions(weight, 0.05, false, Duration.ZERO);
    return driver(system, DroppingScope.EXECUTING, options);
  }

  /** A task of each of two types every 20 ticks, which the first machine ends after 10. */
  private static void playHalfLoad(ManualDriver driver, int lengthOfSecond) {
    for (int now = 0; now <= 3000; now += 5) {
      MachineQueue machine = machine(driver);
      if (machine.isBusy() && machine.start() + 10 == now) {
        driver.finish(now, 0);
      }
      if (now % 20 == 0) {
        driver.arrive(now, new Task(2 * now, 0, now, now + 60));
        driver.arrive(now, new Task(2 * now + 1, 1, now, now + lengthOfSecond));
      }
      driver.settle(now);
    }
  }

  /** Of each type one task was on time and one was not; then a machine is given the first one's. */
  @Test
  void whatHasBeenGivenToATypeCountsBeforeItEnds() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(10, 1)}}, 0, 0);
    ManualDriver driver = fair(system, 4);
    for (int type = 0; type < 2; type++) {
      driver.arrive(0, new Task(type, type, 0, 60));
      driver.arrive(0, new Task(2 + type, type, 0, 5));
    }
    driver.settle(0).settle(5).finish(10, 0).finish(10, 1).settle(10);
    driver.arrive(10, new Task(4, 0, 10, 70)).settle(10);
    driver.arrive(12, new Task(5, 0, 12, 70)).arrive(12, new Task(6, 1, 12, 70)).settle(12);

    assertThat(driver.departures()).hasSize(4);
    assertThat(machine(driver).task(0).id()).isEqualTo(4);
    assertThat(driver.manager().queue(1).task(0).id()).isEqualTo(6);
  }

  /** Of two types, each with a machine of its own, the second cannot be on time. */
  @Test
  void noMachineIsIdleForFairness() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(10, 1), null}, {null, Pmf.at(10, 1)}});
    ManualDriver driver = fair(system, 8);
    driver.manager().machineChanged(0, 1, false);
    playHalfLoad(driver, 60);

    assertThat(share(driver.departures(), 0)).isEqualTo(1);
    assertThat(share(driver.departures(), 1)).isZero();
  }

  /** Both take as long on one machine; those of the second can never be on time. */
  @Test
  void whatCanNeverBeOnTimeHoldsNobodyBack() {
    HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(10, 1)}});
    ManualDriver driver = fair(system, 4);
    playHalfLoad(driver, 9);

    assertThat(share(driver.departures(), 0)).isEqualTo(1);
  }

  /** A task has run for 5 ticks, so it takes 20, when another arrives. */
  private static ManualDriver meeting(boolean evicts, long deadline) {
    ManualDriver driver =
        driver(
            TinySystems.shortOrLong(),
            DroppingScope.PENDING,
            evicts ? EVICTING : JustInTimeOptions.NONE);
    driver.arrive(0, new Task(0, 0, 0, deadline)).settle(0);
    return driver.arrive(5, new Task(1, 0, 5, 50)).settle(5);
  }

  @Test
  void whatCannotBeOnTimeIsEvicted() {
    ManualDriver driver = meeting(true, 19);

    assertThat(machine(driver).task(0).id()).isEqualTo(1);
    assertThat(driver.departures()).extracting(Departure::fate).contains(Fate.DROPPED_RUNNING);
    assertThat(machine(meeting(false, 19)).task(0).id()).isZero();
  }

  /** The waiting task is worth more: it may take 2 ticks, the running one takes 15 more. */
  @Test
  void whatCanBeOnTimeGoesOn() {
    assertThat(machine(meeting(true, 30)).task(0).id()).isZero();
  }

  /**
   * Four in five tasks take 10 ticks, the others 100, and far more wait than can be done: one is
   * not stopped before it may have ended, though it may yet take long, but as soon as it has not.
   */
  @Test
  void whatHasTurnedOutLongIsEvictedUnderLoad() {
    double[] masses = new double[91];
    masses[0] = 0.8;
    masses[90] = 0.2;
    ManualDriver driver =
        driver(
            TinySystems.of(new Pmf[][] {{Pmf.of(10, 1, masses)}}),
            DroppingScope.EXECUTING,
            EVICTING);
    for (int id = 0; id < 100; id++) {
      driver.arrive(0, new Task(id, 0, 0, 200));
    }
    driver.settle(0);
    int first = machine(driver).task(0).id();
    for (int now = 1; now < 10; now++) {
      driver.arrive(now, new Task(100 + now, 0, now, now + 200)).settle(now);
      assertThat(machine(driver).task(0).id()).as("at %s", now).isEqualTo(first);
    }
    driver.arrive(11, new Task(200, 0, 11, 211)).settle(11);

    assertThat(machine(driver).task(0).id()).isNotEqualTo(first);
    assertThat(driver.departures()).extracting(Departure::fate).contains(Fate.DROPPED_RUNNING);
  }

  /**
   * Tasks that take 10 ticks or 1000 run on some of the machines when one arrives at 20 that takes
   * 10.
   *
   * @return how many of them are evicted
   */
  private static long evictedForOne(int running, int machines, long deadline) {
    ManualDriver driver =
        driver(
            TinySystems.of(
                new Pmf[][] {{TinySystems.either(10, 1000)}, {Pmf.at(10, 1)}}, new int[machines]),
            DroppingScope.PENDING,
            EVICTING);
    for (int id = 0; id < running; id++) {
      driver.arrive(0, new Task(id, 0, 0, deadline));
    }
    driver.settle(0).arrive(20, new Task(running, 1, 20, 5000)).settle(20);
    return driver.departures().stream()
        .filter(departure -> departure.fate() == Fate.DROPPED_RUNNING)
        .count();
  }

  /** At 20 it is known that those that run take 1000 ticks. */
  @Test
  void forATaskThatWaitsOneIsEvictedAtMost() {
    assertThat(evictedForOne(5, 5, 900)).isEqualTo(1);
    assertThat(evictedForOne(5, 5, 5000)).as("they will be in time").isZero();
    assertThat(evictedForOne(4, 5, 900)).as("a machine is idle").isZero();
  }

  /** Both machines run a task that cannot be on time; the first takes no tasks any more. */
  @Test
  void noTaskIsEvictedWhereNoneMayStart() {
    ManualDriver driver =
        driver(TinySystems.twins(TinySystems.either(2, 20)), DroppingScope.PENDING, EVICTING);
    driver.arrive(0, new Task(0, 0, 0, 19)).arrive(0, new Task(1, 0, 0, 19)).settle(0);
    driver.manager().machineChanged(5, 0, false);
    driver.arrive(5, new Task(2, 0, 5, 50)).arrive(5, new Task(3, 0, 5, 50)).settle(5);

    assertThat(driver.manager().queue(0).task(0).id()).isLessThan(2);
    assertThat(driver.manager().queue(1).task(0).id()).isGreaterThanOrEqualTo(2);
  }

  /** A task that runs from 0 to 10, and one that arrives at 2. */
  private static ManualDriver following(int lead) {
    ManualDriver driver =
        driver(
            TinySystems.of(new Pmf[][] {{Pmf.at(10, 1)}}),
            DroppingScope.EXECUTING,
            new JustInTimeOptions(0, 0, false, Duration.ofSeconds(lead)));
    driver.arrive(0, new Task(0, 0, 0, 60)).settle(0);
    return driver.arrive(2, new Task(1, 0, 2, 60)).settle(2);
  }

  @Test
  void theNextTaskComesALittleBeforeTheMachineIsFree() {
    ManualDriver driver = following(3);

    assertThat(machine(driver).size()).isEqualTo(1);
    assertThat(driver.manager().nextWakeUp()).isEqualTo(7);
    driver.settle(7);
    assertThat(machine(driver).size()).isEqualTo(2);
    driver.finish(10, 0).settle(10);
    assertThat(machine(driver).task(0).id()).isEqualTo(1);
    assertThat(machine(driver).start()).isEqualTo(10);
  }

  /** A machine that takes tasks only when it is idle has no room for the next. */
  @Test
  void whereOnlyIdleMachinesTakeTasksLeadChangesNothing() {
    assertThat(decisionsWherePolled(20)).isNotEmpty().isEqualTo(decisionsWherePolled(0));
  }

  private static List<Journal.Decided> decisionsWherePolled(int lead) {
    Pmf time = Pmf.of(5, 5, 0.25, 0.25, 0.25, 0.25);
    AllocationRules rules =
        new AllocationRules(
            new TaskManagement.Polled(),
            DroppingScope.EXECUTING,
            DeadlineKind.HARD,
            AllocationRules.bounded(1, DroppingScope.EXECUTING).trigger());
    MappingHeuristic heuristic =
        new JustInTime(new JustInTimeOptions(0, 0, false, Duration.ofSeconds(lead)), Forecast.NONE);
    ManualDriver driver =
        ManualDriver.of(
            TinySystems.of(new Pmf[][] {{time, Pmf.at(20, 5)}, {Pmf.at(30, 5), time}}),
            rules,
            new ComposedPolicy("just in time", Pruner.none(), heuristic));
    SplittableRandom random = new SplittableRandom(1);
    for (int now = 0; now < 5000; now++) {
      for (int m = 0; m < 2; m++) {
        if (driver.manager().queue(m).isBusy() && random.nextInt(20) == 0) {
          driver.finish(now, m);
        }
      }
      if (random.nextInt(5) == 0) {
        driver.arrive(now, new Task(now, random.nextInt(2), now, now + 20 + random.nextInt(80)));
      }
      driver.settle(now);
    }
    return driver.decisions();
  }

  /** Tasks that are believed to take 100 ticks take more or less; then two arrive at once. */
  @ParameterizedTest
  @ValueSource(ints = {50, 100, 200})
  void theNextTaskIsLookedForByThePaceOfTasks(int ticks) {
    ManualDriver driver =
        driver(
            TinySystems.of(new Pmf[][] {{Pmf.at(100, 1)}}),
            DroppingScope.PENDING,
            new JustInTimeOptions(0, 0, false, Duration.ofSeconds(10)));
    int now = 0;
    for (int id = 0; id < 200; id++) {
      driver.arrive(now, new Task(id, 0, now, now + 5000)).settle(now);
      driver.finish(now + ticks, 0).settle(now + ticks);
      now += ticks + 5;
    }
    driver.arrive(now, new Task(200, 0, now, now + 5000));
    driver.arrive(now, new Task(201, 0, now, now + 5000)).settle(now);

    assertThat(driver.manager().nextWakeUp() - now)
        .isCloseTo(ticks - 10, Offset.offset(ticks / 10L));
  }

  @Test
  void withoutLeadItComesWhenTheMachineIsFree() {
    ManualDriver driver = following(0);

    assertThat(driver.manager().nextWakeUp()).isGreaterThan(10);
    driver.settle(7);
    assertThat(machine(driver).size()).isEqualTo(1);
  }
}
