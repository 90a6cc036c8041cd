package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.engine.HeldEvent;
import org.espalier.simulator.engine.TrialOutcome;
import org.junit.jupiter.api.Test;

/** Columns of a trial of six tasks of two types on two machines, worked by hand. */
final class CountedTrialTest {
  private static final MachineType TYPE = new MachineType(0, "m");
  private static final HcSystem SYSTEM =
      new HcSystem(
          "two",
          Duration.ofMillis(10),
          List.of(new TaskType(0, "a"), new TaskType(1, "b")),
          List.of(TYPE),
          List.of(new Machine(0, "m0", TYPE), new Machine(1, "m1", TYPE)),
          PetMatrix.of(new Pmf[][] {{Pmf.at(5, 5)}, {Pmf.at(5, 5)}}));

  /** Departures in order; the first and the last are left out. */
  private static final TrialOutcome OUTCOME =
      new TrialOutcome(
          List.of(
              departure(0, 0, Fate.ON_TIME, 0, 10, 20),
              departure(1, 0, Fate.ON_TIME, 1, 10, 30),
              departure(2, 1, Fate.EVICTED, 0, 20, 50),
              departure(3, 1, Fate.EXPIRED_IN_BATCH, -1, -1, 60),
              departure(4, 0, Fate.DROPPED_PENDING, 1, -1, 70),
              departure(5, 1, Fate.LATE, 1, 30, 100)),
          List.of(),
          IntStream.range(0, 9).mapToObj(i -> new HeldEvent(10L * i, i, i > 6, 0)).toList(),
          100);

  private static Departure departure(
      int id, int type, Fate fate, int machine, long start, long time) {
    return new Departure(
        new Task(id, type, 10, 1_000), fate, new Placement(machine, machine, 0), start, time);
  }

  private final CountedTrial trial =
      new CountedTrial(OUTCOME, SYSTEM, Counting.whole(new LeftOut(1, 1)));

  @Test
  void sharesAreOfTheFourCountedTasks() {
    assertThat(Column.COUNTED.of(trial)).isEqualTo(4);
    assertThat(Column.ROBUSTNESS.of(trial)).isEqualTo(25);
    assertThat(Column.REACTIVE.of(trial)).isEqualTo(50);
    assertThat(Column.PROACTIVE.of(trial)).isEqualTo(25);
    assertThat(Column.LATE.of(trial)).isZero();
    assertThat(Column.MISSES.of(trial)).isEqualTo(3);
  }

  @Test
  void fatesSumToAHundred() {
    double sum =
        List.of(
                Column.ROBUSTNESS,
                Column.LATE,
                Column.EXPIRED_IN_BATCH,
                Column.EXPIRED_IN_QUEUE,
                Column.EVICTED,
                Column.DROPPED_PENDING,
                Column.DROPPED_RUNNING,
                Column.DISCARDED,
                Column.DROPPED_PROACTIVELY)
            .stream()
            .mapToDouble(column -> column.of(trial))
            .sum();
    assertThat(sum).isEqualTo(100);
  }

  /** Type a: 1 of 2 on time, type b: 0 of 2; mean 25, deviations 25 each. */
  @Test
  void deviationIsOverTaskTypes() {
    assertThat(Column.TYPE_DEVIATION.of(trial)).isEqualTo(25);
  }

  /**
   * Busy 40 + 90 of 2 * 90 ticks, from 10 to 100; of the 130, 30 went to the evicted and 70 to the
   * late task.
   */
  @Test
  void machineTimeIsOfTheWholeTrial() {
    assertThat(Column.MACHINE_USE.of(trial)).isCloseTo(100.0 * 130 / 180, within(1e-9));
    assertThat(Column.WASTED_TIME.of(trial)).isCloseTo(100.0 * 100 / 130, within(1e-9));
  }

  /** One counted task on time, from 10 to 30; the trial from 10 to 100; ticks of 10 ms. */
  @Test
  void timesAreInSeconds() {
    assertThat(Column.RESPONSE.of(trial)).isCloseTo(0.2, within(1e-12));
    assertThat(Column.MAKESPAN.of(trial)).isCloseTo(0.9, within(1e-12));
  }

  /** With 0 to 8 tasks to map, the last two of them held up. */
  @Test
  void mappingEventsAreCounted() {
    assertThat(Column.MAPPING_EVENTS.of(trial)).isEqualTo(9);
    assertThat(Column.MAPPABLE.of(trial)).isEqualTo(4);
    assertThat(Column.DELAYED_EVENTS.of(trial)).isEqualTo(2);
  }

  /** Reactive are the evicted and the expired one, proactive is one. */
  @Test
  void dropsAreReactiveOrProactive() {
    assertThat(Column.REACTIVE_OF_DROPS.of(trial)).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(Column.PROACTIVE_OF_DROPS.of(trial)).isCloseTo(100.0 / 3, within(1e-9));
    CountedTrial first = new CountedTrial(OUTCOME, SYSTEM, Counting.whole(new LeftOut(0, 4)));
    assertThat(Column.REACTIVE_OF_DROPS.of(first)).isNaN();
    assertThat(Column.PROACTIVE_OF_DROPS.of(first)).isNaN();
  }

  @Test
  void sharesOfTypes() {
    assertThat(trial.onTimeByType()).containsExactly(50.0, 0.0);
    assertThat(new CountedTrial(OUTCOME, SYSTEM, Counting.whole(new LeftOut(0, 5))).onTimeByType())
        .containsExactly(100.0, Double.NaN);
  }

  /**
   * Busy for 0.4 and 0.9 s, at 3,600 and 7,200 an hour: 0.4 * 1 + 0.9 * 2 = 2.2. Both machines are
   * on from 10 to 100 ticks, 0.9 s: idle for 0.5 and 0 s. 100 W: 0.4 * 70 + 0.5 * 25 = 40.5 J; 200
   * W of which 80 % active: 0.9 * 160 = 144 J. Two tasks are on time, one of them not counted.
   */
  @Test
  void costAndEnergyAreOfTheWholeTrial() {
    HcSystem system =
        priced(new MachineType(0, "a", 3600, 25, 70), new MachineType(1, "b", 7200, 100, 160));
    CountedTrial priced = new CountedTrial(OUTCOME, system, Counting.whole(new LeftOut(1, 1)));

    assertThat(Column.COST.of(priced)).isCloseTo(2.2, within(1e-12));
    assertThat(Column.FLEET_COST.of(priced)).isCloseTo(2.7, within(1e-12)); // 0.9 * 1 + 0.9 * 2
    assertThat(Column.COST_PER_ON_TIME.of(priced)).isCloseTo(1.1, within(1e-12));
    assertThat(Column.ENERGY.of(priced)).isCloseTo(184.5, within(1e-9));
    assertThat(Column.ENERGY_PER_ON_TIME.of(priced)).isCloseTo(92.25, within(1e-9));
  }

  /**
   * Each tick is 10 ms, 10 to 100 are on. The first machine costs 1 a second in even seconds and 3
   * in odd ones, the second 2 as before; the first is away from 0.7 s to 0.8 s.
   */
  @Test
  void pricesMayChangeWithTime() {
    Cycle price = new Cycle(Duration.ofMillis(500), List.of(3_600.0, 10_800.0));
    HcSystem system =
        priced(
            new MachineType(0, "a", 0, 25, 70).priced(price),
            new MachineType(1, "b", 7200, 100, 160));
    CountedTrial priced = new CountedTrial(OUTCOME, system, Counting.whole(new LeftOut(1, 1)));
    double first =
        OUTCOME
            .executions()
            .filter(ran -> ran.machine() == 0)
            .flatMapToLong(ran -> LongStream.range(ran.start(), ran.time()))
            .mapToDouble(tick -> tick / 50 % 2 == 0 ? 0.01 : 0.03)
            .sum();

    assertThat(Column.COST.of(priced)).isCloseTo(first + 0.9 * 2, within(1e-9));
    assertThat(Column.FLEET_COST.of(priced)).isCloseTo(0.4 + 0.5 * 3 + 0.9 * 2, within(1e-9));
    TrialOutcome away =
        new TrialOutcome(
            OUTCOME.departures(),
            OUTCOME.waiting(),
            OUTCOME.events(),
            OUTCOME.endTime(),
            List.of(new TrialOutcome.Away(0, 70, 80)),
            List.of(),
            List.of());
    CountedTrial without = new CountedTrial(away, system, Counting.whole(new LeftOut(1, 1)));
    assertThat(Column.FLEET_COST.of(without)).isCloseTo(0.4 + 0.4 * 3 + 0.9 * 2, within(1e-9));
  }

  @Test
  void costAndEnergySayNothingWhereThereIsNothingToSay() {
    assertThat(Column.COST.of(trial)).isNaN();
    assertThat(Column.FLEET_COST.of(trial)).isNaN();
    assertThat(Column.ENERGY.of(trial)).isNaN();
    HcSystem system =
        priced(new MachineType(0, "a", 1, 0, 0), new MachineType(1, "b", 0, 0.25, 0.7));
    TrialOutcome late =
        new TrialOutcome(
            List.of(departure(5, 1, Fate.LATE, 1, 30, 100)), List.of(), List.of(), 100);
    CountedTrial noneOnTime = new CountedTrial(late, system, Counting.whole(new LeftOut(0, 0)));
    assertThat(Column.COST.of(noneOnTime)).isZero();
    assertThat(Column.COST_PER_ON_TIME.of(noneOnTime)).isNaN();
    assertThat(Column.ENERGY_PER_ON_TIME.of(noneOnTime)).isNaN();
  }

  private static HcSystem priced(MachineType first, MachineType second) {
    return new HcSystem(
        "priced",
        SYSTEM.tick(),
        SYSTEM.taskTypes(),
        List.of(first, second),
        List.of(new Machine(0, "m0", first), new Machine(1, "m1", second)),
        PetMatrix.of(new Pmf[][] {{Pmf.at(5, 5), Pmf.at(5, 5)}, {Pmf.at(5, 5), Pmf.at(5, 5)}}));
  }

  @Test
  void saysNothingWhereNoTaskIsCounted() {
    CountedTrial none = new CountedTrial(OUTCOME, SYSTEM, Counting.whole(new LeftOut(3, 3)));

    assertThat(Column.ROBUSTNESS.of(none)).isNaN();
    assertThat(Column.TYPE_DEVIATION.of(none)).isNaN();
    assertThat(Column.RESPONSE.of(none)).isNaN();
  }

  /** Of eight decisions two differ. */
  @Test
  void saysHowManySampledDecisionsDiffer() {}

  /** Of 100 and 130 ticks of 10 ms against deadlines of 80 and 90: 20 and 40 ticks behind them. */
  @Test
  void latenessIsOfLateTasks() {
    List<Departure> late =
        List.of(
            departure(0, 0, Fate.ON_TIME, 0, 10, 20),
            new Departure(new Task(1, 0, 10, 80), Fate.LATE, new Placement(0, 0, 0), 30, 100),
            new Departure(new Task(2, 0, 10, 90), Fate.LATE, new Placement(1, 1, 0), 30, 130));
    TrialOutcome outcome = new TrialOutcome(late, List.of(), List.of(), 130);

    assertThat(Column.LATENESS.of(new CountedTrial(outcome, SYSTEM, Counting.whole(LeftOut.NONE))))
        .isCloseTo(0.3, within(1e-9));
    assertThat(Column.LATENESS.of(trial)).isNaN();
  }

  @Test
  void robustnessIsHeldAgainstTheBound() {
    KnownBounds bounds = new KnownBounds(0.8, Double.NaN, Double.NaN);
    Counting counting = Counting.whole(new LeftOut(1, 1));
    CountedTrial whole =
        new CountedTrial(OUTCOME, SYSTEM, Optional.empty(), bounds, QueueChances.NONE, counting);

    assertThat(Column.STEADY_BOUND.of(whole)).isEqualTo(80);
    assertThat(Column.ROBUSTNESS_OF_BOUND.of(whole))
        .isCloseTo(Column.ROBUSTNESS.of(whole) / 0.8, within(1e-9));
  }

  @Test
  void withoutABoundThereIsNoShareOfIt() {
    CountedTrial whole = new CountedTrial(OUTCOME, SYSTEM, Counting.whole(LeftOut.NONE));

    assertThat(Column.STEADY_BOUND.of(whole)).isNaN();
    assertThat(Column.ROBUSTNESS_OF_BOUND.of(whole)).isNaN();
  }
}
