package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.budget.CalendarUnit;
import org.espalier.core.budget.CivilTime;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.Tariff;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialResult;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A year of days in New York, of which one has 23 hours and one 25, with budgets for days, months
 * and the year. Three machines draw 200 W; more tasks come than the budget has room for. A tick is
 * ten seconds, and energy has another price in each quarter of a day.
 */
class BudgetYearTest {
  private static final Duration TICK = Duration.ofSeconds(10);
  private static final long HOUR = 360;
  private static final int DAYS = 365;
  private static final int MACHINES = 3;
  private static final double WATTS = 200;
  private static final double A_DAY = 5e6; // J; about seven tasks of an hour
  private static final Cycle PRICES =
      new Cycle(Duration.ofHours(6), List.of(0.04, 0.1, 0.22, 0.12));
  private static final double MEAN_PRICE = PRICES.mean();
  private static final CivilTime NEW_YORK =
      new CivilTime(Instant.parse("2026-01-01T05:00:00Z"), ZoneId.of("America/New_York"), TICK);

  /** The local times at which the hours of the year begin, and one more day. */
  private static final List<LocalDateTime> HOURS =
      Stream.iterate(NEW_YORK.origin(), hour -> hour.plus(TICK.multipliedBy(HOUR)))
          .limit((DAYS + 1) * 24)
          .map(hour -> LocalDateTime.ofInstant(hour, NEW_YORK.zone()))
          .toList();

  private static HcSystem system(boolean certain) {
    MachineType type = new MachineType(0, "m", 0, 0, WATTS);
    Pmf time = certain ? Pmf.at(HOUR, 1) : Pmf.of(HOUR / 2, HOUR / 2, 0.3, 0.5, 0.1, 0.1);
    return new HcSystem(
        "year",
        TICK,
        List.of(new TaskType(0, "t")),
        List.of(type),
        List.of(new Machine(0, "a", type), new Machine(1, "b", type), new Machine(2, "c", type)),
        PetMatrix.of(new Pmf[][][] {{{time}}}),
        Optional.of(ApcMatrix.of(new double[][][] {{{WATTS}}})));
  }

  private static EnergySettings settings(CalendarUnit unit, Tariff.Unit in) {
    Tariff tariff = new Tariff(in, Optional.of(PRICES), Optional.of(PRICES), NEW_YORK);
    double days =
        switch (unit) {
          case DAY -> 1;
          case MONTH -> 30;
          case YEAR -> 365;
        };
    EnergyPeriod budget = new EnergyPeriod(0, 1, OptionalDouble.of(days * A_DAY));
    return new EnergySettings(
        List.of(budget),
        new TaskBudget.Unlimited(),
        Optional.of(unit),
        tariff,
        OptionalDouble.empty(),
        0);
  }

  private static Workload workload(Random random, int days) {
    UtilityPoints worth =
        new UtilityPoints(
            List.of(
                new UtilityPoints.Point(0, 4),
                new UtilityPoints.Point(4 * HOUR, 3),
                new UtilityPoints.Point(30 * HOUR, 0)));
    List<Task> tasks = new ArrayList<>();
    long arrival = 0;
    while (arrival < days * 24L * HOUR) {
      tasks.add(new Task(tasks.size(), 0, arrival, Task.NO_DEADLINE, worth));
      arrival += random.nextInt(1, (int) (4 * HOUR));
    }
    return new Workload("year", tasks);
  }

  /**
   * Without a budget: what costs more than its worth may waits for a cheaper hour, and what is
   * worth its price runs. A task takes 720 kJ, which cost 1.83 times that after noon and a third of
   * it at night; while it is worth 4 it may cost 1.2 times that.
   */
  @ParameterizedTest
  @ValueSource(strings = {"Max-Max-Util", "JIT"})
  void nothingCostsMoreThanItsWorthMay(String policy) {
    double perWorth = 0.3 * WATTS * 3600;
    EnergySettings energy =
        EnergySettings.NONE
            .withTariff(
                new Tariff(Tariff.Unit.MONEY, Optional.of(PRICES), Optional.empty(), NEW_YORK))
            .withJoulesPerWorth(OptionalDouble.of(perWorth));
    TrialOutcome outcome = run(policy, energy, system(true), 60);
    int waited = 0;
    int ran = 0;
    for (Departure departure : outcome.executions().toList()) {
      double cost = 0;
      for (long tick = departure.start(); tick < departure.time(); tick++) {
        cost += WATTS * TICK.toSeconds() * price(tick) / MEAN_PRICE;
      }
      Task task = departure.task();
      assertThat(cost)
          .isLessThanOrEqualTo(perWorth * task.utility().of(task, departure.time()) * (1 + 1e-9));
      waited += departure.start() > task.arrival() + 2 * HOUR ? 1 : 0;
      ran++;
    }
    long arrived = outcome.tasks().count();
    assertThat(waited).isGreaterThan((int) arrived / 20);
    assertThat(ran).isGreaterThan((int) (0.95 * arrived));
  }

  private static double price(long tick) {
    return PRICES.values().get(HOURS.get((int) (tick / HOUR)).getHour() / 6);
  }

  private static AllocationRules rules() {
    return AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
        .withDeadlines(DeadlineKind.SOFT);
  }

  private static TrialOutcome run(String policy, EnergySettings energy, HcSystem system, int days) {
    Trial trial =
        new Trial(
            system,
            rules(),
            workload(new Random(1), days),
            new CounterStream(3, 1, system.pet()),
            days * 24L * HOUR);
    return EventEngine.run(
        trial,
        PolicyRegistry.builtIn()
            .find(policy)
            .orElseThrow()
            .create(PolicySettings.JOURNAL.withRules(rules()).withEnergy(energy)),
        Journal.NONE);
  }

  static Stream<Arguments> years() {
    List<Arguments> all =
        List.of(
            arguments("Max-Max-UPE", CalendarUnit.MONTH, Tariff.Unit.MONEY, true),
            arguments("Weighted-Util", CalendarUnit.YEAR, Tariff.Unit.CARBON, true),
            arguments("JIT", CalendarUnit.MONTH, Tariff.Unit.MONEY, true),
            arguments("Max-Max-UPE", CalendarUnit.DAY, Tariff.Unit.MONEY, false),
            arguments("Weighted-Util", CalendarUnit.MONTH, Tariff.Unit.CARBON, false),
            arguments("JIT", CalendarUnit.YEAR, Tariff.Unit.MONEY, false));
    return TestSample.of(1, all.size()).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("years")
  void noBudgetIsExceededByMoreThanWhatRanAtItsEnd(
      String policy, CalendarUnit unit, Tariff.Unit in, boolean certain) {
    EnergySettings energy = settings(unit, in);
    HcSystem system = system(certain);
    TrialOutcome outcome = run(policy, energy, system, DAYS);

    Map<String, Double> taken = taken(outcome, unit, energy.tariff());
    double budget = energy.periods().getFirst().budgetJoules().orElseThrow();
    double most = Math.max(1, energy.tariff().factors()[energy.tariff().factors().length - 1]);
    double running = MACHINES * WATTS * 3600 * most * (certain ? 0 : 2);
    assertThat(taken.values())
        .allSatisfy(joules -> assertThat(joules).isLessThan(budget + running + 1e-3));
    List<Double> whole =
        new ArrayList<>(taken.values())
            .subList(0, unit == CalendarUnit.YEAR ? 1 : taken.size() - 1);
    assertThat(whole.stream().mapToDouble(j -> j).average().orElseThrow() / budget)
        .isBetween(0.8, 1.05);
    TrialResult result = assertPeriods(outcome, system, energy, taken);
    double over = Math.max(0, result.get(Column.BUDGET_TAKEN) - 100);
    assertThat(result.get(Column.BUDGET_BEGUN_AFTER)).isBetween(0.0, over + 1e-9);
  }

  /**
   * Tasks that count by a quantile keep a budget of seven of them with its probability, where they
   * exceed it on many days if they count as expected. A sample is the first third of the year.
   */
  @ParameterizedTest
  @ValueSource(strings = {"Max-Max-UPE", "JIT"})
  void aBudgetIsKeptWithAProbability(String policy) {
    EnergySettings energy = settings(CalendarUnit.DAY, Tariff.Unit.ENERGY);
    double expected = exceeded(policy, energy);
    double sure = exceeded(policy, energy.withProbability(0.95));

    assertThat(expected).isGreaterThan(0.15);
    assertThat(sure).isLessThan(0.05);
  }

  /** The share of the days on which more than the budget was taken. */
  private static double exceeded(String policy, EnergySettings energy) {
    int days = TestSample.isFull() ? DAYS : DAYS / 3;
    TrialOutcome outcome = run(policy, energy, system(false), days);
    return taken(outcome, CalendarUnit.DAY, energy.tariff()).values().stream()
            .filter(joules -> joules > A_DAY)
            .count()
        / (double) days;
  }

  /** The report has each day with its budget and what was taken, which is as counted here. */
  private static TrialResult assertPeriods(
      TrialOutcome outcome, HcSystem system, EnergySettings energy, Map<String, Double> taken) {
    Counting counting = new Counting(LeftOut.NONE, new TimeSpan(0, DAYS * 24 * HOUR), energy);
    TrialResult result =
        TrialResult.of(new CountedTrial(outcome, system, counting), new SchedulerTime(0, 0, 0, 0));
    List<Part> days =
        result.parts().stream().filter(part -> part.breakdown() == Breakdown.PERIODS).toList();
    double all = days.stream().mapToDouble(day -> day.values().getLast()).sum();
    double each = energy.tariff().perJoule();
    double expected = taken.values().stream().mapToDouble(j -> j).sum() * each;

    double most =
        Collections.max(taken.values()) / energy.periods().getFirst().budgetJoules().orElseThrow();
    assertThat(result.get(Column.BUDGET_TAKEN)).isCloseTo(100 * most, within(1e-6));
    assertThat(days).hasSize(DAYS);
    assertThat(all).isCloseTo(expected, within(1e-6 * expected));
    assertThat(days.getFirst().values().get(8)).isCloseTo(firstShare(energy) * each, within(1e-9));
    return result;
  }

  private static double firstShare(EnergySettings energy) {
    double all = energy.periods().getFirst().budgetJoules().orElseThrow();
    return switch (energy.calendar().orElseThrow()) {
      case DAY -> all;
      case MONTH -> all / 31;
      case YEAR -> all / 365;
    };
  }

  /** What tasks took by day, month or year, in joules at the mean price, tick by tick. */
  private static Map<String, Double> taken(TrialOutcome outcome, CalendarUnit unit, Tariff tariff) {
    Map<String, Double> taken = new TreeMap<>();
    int length = unit == CalendarUnit.DAY ? 10 : unit == CalendarUnit.MONTH ? 7 : 4;
    List<String> names =
        HOURS.stream().map(hour -> hour.toLocalDate().toString().substring(0, length)).toList();
    double[] hours = new double[DAYS * 24];
    for (Departure ran : outcome.executions().toList()) {
      for (long tick = ran.start(); tick < Math.min(ran.time(), DAYS * 24 * HOUR); tick++) {
        double factor = tariff.unit() == Tariff.Unit.ENERGY ? 1 : price(tick) / MEAN_PRICE;
        hours[(int) (tick / HOUR)] += WATTS * TICK.toSeconds() * factor;
      }
    }
    for (int hour = 0; hour < hours.length; hour++) {
      if (hours[hour] > 0) {
        taken.merge(names.get(hour), hours[hour], Double::sum);
      }
    }
    return taken;
  }
}
