package org.espalier.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.workload.environment.EnvironmentReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The clairvoyant bound on utility by hand, and held against the best of all schedules. */
class EarningBoundTest {
  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-2").classes();

  private static final long LAST_START = 12;
  private static final HcSystem TWO = system();

  /** One machine of a type with two P-states, and one of a slower type. */
  private static HcSystem system() {
    MachineType fast =
        new MachineType(0, "fast", 0, 0, List.of(new PState("P0", 10), new PState("P1", 4)));
    MachineType slow = new MachineType(1, "slow", 0, 0, 3);
    return new HcSystem(
        "two",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "a"), new TaskType(1, "b")),
        List.of(fast, slow),
        List.of(new Machine(0, "m0", fast), new Machine(1, "m1", slow)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{2, 3}, {4}}, {{3, 5}, {3}}}, 1));
  }

  private static ExecutionTimes times() {
    return new CounterStream(1, 1, TWO.pet());
  }

  private static UtilityFunction flat(double utility) {
    return new UtilityPoints(List.of(new UtilityPoints.Point(0, utility)));
  }

  private static Task task(int id, int type, long arrival, UtilityFunction utility) {
    return new Task(id, type, arrival, Task.NO_DEADLINE, utility);
  }

  private static double bound(List<Task> tasks, Earnings earnings) {
    return EarningBound.of(TWO, new Workload("tiny", tasks), times(), earnings);
  }

  @Test
  void whatFitsEarnsAll() {
    Earnings all = new Earnings(TimeSpan.ALWAYS, List.of(), EarnedShare.COMPLETED);

    assertThat(bound(List.of(task(0, 0, 3, flat(8))), all)).isCloseTo(8, within(1e-6));
    assertThat(bound(List.of(), all)).isZero();
  }

  /** Cheapest are 12 J for 8: a budget of 6 J is for half of it. */
  @Test
  void aBudgetLimitsIt() {
    List<EnergyPeriod> periods = List.of(new EnergyPeriod(0, 1000, OptionalDouble.of(6)));
    Earnings limited = new Earnings(new TimeSpan(0, 1000), periods, EarnedShare.PRORATED);

    assertThat(bound(List.of(task(0, 0, 3, flat(8))), limited)).isBetween(4 - 1e-9, 4.2);
  }

  /** Nothing counts that completes behind the measured time. */
  @Test
  void onlyTheMeasuredTimeCounts() {
    TimeSpan measured = new TimeSpan(0, 4);
    List<Task> one = List.of(task(0, 0, 3, flat(8)));

    assertThat(bound(one, new Earnings(measured, List.of(), EarnedShare.COMPLETED))).isZero();
    assertThat(bound(one, new Earnings(measured, List.of(), EarnedShare.PRORATED)))
        .isBetween(4.0, 8.0);
  }

  /** Never below the best schedule, found by trying all, and mostly not far above it. */
  @ParameterizedTest
  @EnumSource
  void isNeverBelowTheBestSchedule(EarnedShare share) {
    double above = 0;
    double all = 0;
    for (int seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      TimeSpan measured = random.nextInt(3) == 0 ? TimeSpan.ALWAYS : new TimeSpan(3, 11);
      List<EnergyPeriod> periods =
          random.nextBoolean()
              ? List.of()
              : List.of(
                  new EnergyPeriod(2, 9, OptionalDouble.of(25)),
                  new EnergyPeriod(9, 40, OptionalDouble.of(30)));
      Earnings earnings = new Earnings(measured, periods, share);
      List<Task> tasks = tasks(random);

      double best = new Best(tasks, earnings).search(0);
      double bound = bound(tasks, earnings);

      assertThat(bound).as("seed %d", seed).isGreaterThanOrEqualTo(best - 1e-9);
      above += bound - best;
      all += best;
    }
    assertThat(above / all).as("mean share above the best schedule").isLessThan(0.4);
  }

  /** A task counts with the most that is still to be had. */
  @Test
  void isNeverBelowItWhereWorthRises() {
    Earnings earnings = new Earnings(TimeSpan.ALWAYS, List.of(), EarnedShare.COMPLETED);
    int waited = 0;
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Task> tasks =
          tasks(random).stream()
              .map(task -> task(task.id(), task.type(), task.arrival(), rising(random)))
              .toList();

      double best = new Best(tasks, earnings).search(0);

      assertThat(bound(tasks, earnings)).as("seed %d", seed).isGreaterThanOrEqualTo(best - 1e-9);
      waited +=
          bound(tasks, earnings) > tasks.stream().mapToDouble(EarningBoundTest::atOnce).sum()
              ? 1
              : 0;
    }
    assertThat(waited).isGreaterThan(20);
  }

  private static double atOnce(Task task) {
    return task.utility().of(task, task.arrival() + 2);
  }

  private static UtilityFunction rising(SplittableRandom random) {
    long after = random.nextInt(7);
    double most = 1 + random.nextInt(8);
    return new UtilityPoints(
        List.of(
            new UtilityPoints.Point(0, 0.1),
            new UtilityPoints.Point(after, 0.5),
            new UtilityPoints.Point(after, most),
            new UtilityPoints.Point(after + 4, most / 2)));
  }

  private static List<Task> tasks(SplittableRandom random) {
    int[] arrivals = random.ints(3, 0, 8).sorted().toArray();
    List<Task> tasks = new ArrayList<>();
    IntStream.range(0, arrivals.length)
        .forEach(id -> tasks.add(task(id, random.nextInt(2), arrivals[id], utility(random))));
    return tasks;
  }

  private static UtilityFunction utility(SplittableRandom random) {
    double most = 1 + random.nextInt(8);
    if (random.nextBoolean()) {
      UtilityClass utilityClass = CLASSES.get(random.nextInt(4));
      return new DecayingUtility(most, random.nextDouble(20), utilityClass, 0.05, 60);
    }
    return new UtilityPoints(
        List.of(
            new UtilityPoints.Point(0, most),
            new UtilityPoints.Point(3 + random.nextInt(4), most / 2),
            new UtilityPoints.Point(9, 0)));
  }

  /** The best of all schedules whose tasks start early enough. */
  private static final class Best {
    private final List<Task> tasks;
    private final Earnings earnings;
    private final List<long[]> taken = new ArrayList<>();
    private final double[] joules;

    Best(List<Task> tasks, Earnings earnings) {
      this.tasks = tasks;
      this.earnings = earnings;
      this.joules = new double[earnings.periods().size()];
    }

    double search(int next) {
      if (next == tasks.size()) {
        return 0;
      }
      Task task = tasks.get(next);
      double best = search(next + 1);
      for (Machine machine : TWO.machines()) {
        for (int p = 0; p < machine.type().pStates().size(); p++) {
          long ticks = times().of(task, machine, p);
          double watts = TWO.activeWatts(task.type(), machine.type().id(), p);
          for (long start = task.arrival(); start <= LAST_START; start++) {
            best = Math.max(best, with(next, machine.id(), start, start + ticks, watts));
          }
        }
      }
      return best;
    }

    private double with(int next, int machine, long start, long end, double watts) {
      boolean isFree = taken.stream().noneMatch(t -> t[0] == machine && t[1] < end && start < t[2]);
      if (!isFree || !spend(start, end, watts)) {
        return 0;
      }
      taken.add(new long[] {machine, start, end});
      Task task = tasks.get(next);
      double share = earnings.share().of(earnings.measured(), start, end);
      double found = share * task.utility().of(task, end) + search(next + 1);
      taken.removeLast();
      spend(start, end, -watts);
      return found;
    }

    /** Takes energy from the budgets; whether there is enough. */
    private boolean spend(long start, long end, double watts) {
      boolean isEnough = true;
      for (int q = 0; q < joules.length; q++) {
        EnergyPeriod period = earnings.periods().get(q);
        joules[q] += watts * period.span().ticksOf(start, end);
        isEnough &= joules[q] <= period.budgetJoules().orElseThrow() + 1e-9;
      }
      if (!isEnough && watts > 0) {
        spend(start, end, -watts);
      }
      return isEnough;
    }
  }
}
