package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.simulator.engine.HeldEvent;
import org.espalier.simulator.engine.TrialOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A trial of seven tasks on two machines, measured from second 100 to its horizon at 200, worked by
 * hand. Each machine draws 10 W idle, 100 W in P-state 0 and 60 W in P-state 1.
 */
final class MeasuredTimeTest {
  private static final MachineType TYPE =
      new MachineType(0, "m", 0, 10, List.of(new PState("fast", 100), new PState("slow", 60)));
  private static final HcSystem SYSTEM =
      new HcSystem(
          "two",
          Duration.ofSeconds(1),
          List.of(new TaskType(0, "a")),
          List.of(TYPE),
          List.of(new Machine(0, "m0", TYPE), new Machine(1, "m1", TYPE)),
          PetMatrix.ofExecutionTimes(new long[][][] {{{30, 50}}}, 1));
  private static final Placement M0_FAST = new Placement(0, 0, 0);
  private static final Placement M1_SLOW = new Placement(3, 1, 1);

  private static final TrialOutcome OUTCOME =
      new TrialOutcome(
          List.of(
              left(task(0, 90, 8), Fate.DISCARDED, Placement.NOWHERE, -1, 99),
              left(task(1, 80, 8), Fate.ON_TIME, M1_SLOW, 90, 100),
              left(task(2, 100, 8), Fate.DISCARDED, Placement.NOWHERE, -1, 100),
              left(task(3, 70, 8), Fate.ON_TIME, M0_FAST, 80, 120),
              left(task(4, 110, 4), Fate.EVICTED, M0_FAST, 120, 150),
              left(task(5, 150, 4), Fate.ON_TIME, M1_SLOW, 160, 240)),
          List.of(task(6, 120, 1)),
          List.of(
              new HeldEvent(99, 7, true, 0),
              new HeldEvent(100, 2, false, 0),
              new HeldEvent(199, 4, true, 1)),
          240);

  private static Task task(int id, long arrival, double worth) {
    return new Task(
        id, 0, arrival, 1000, new UtilityPoints(List.of(new UtilityPoints.Point(0, worth))));
  }

  private static Departure left(Task task, Fate fate, Placement at, long start, long time) {
    return new Departure(task, fate, at, start, time);
  }

  private final CountedTrial trial =
      new CountedTrial(
          OUTCOME,
          SYSTEM,
          new Counting(
              LeftOut.NONE,
              new TimeSpan(100, 200),
              new EnergySettings(
                  List.of(
                      new EnergyPeriod(0, 100, OptionalDouble.empty()),
                      new EnergyPeriod(100, 150, OptionalDouble.of(5000))),
                  new TaskBudget.Unlimited())));

  private double of(Column column) {
    return column.of(trial);
  }

  /**
   * Tasks 2 to 4: task 0 leaves before, task 1 ends with tick 99, and task 5 behind the horizon.
   */
  @Test
  void tasksCountByWhenTheyLeave() {
    assertThat(of(Column.COUNTED)).isEqualTo(3);
    assertThat(of(Column.ROBUSTNESS)).isCloseTo(100 / 3.0, within(1e-9));
    assertThat(of(Column.DISCARDED)).isCloseTo(100 / 3.0, within(1e-9));
    assertThat(of(Column.MISSES)).isEqualTo(2);
    assertThat(of(Column.COMPLETED)).isEqualTo(1);
    assertThat(of(Column.DROPPED)).isEqualTo(2);
  }

  /** Of the one that waits at the end none is left that did not wait for another period. */
  @Test
  void whatWaitsAtTheEndIsPostponedOrNeverStarted() {
    assertThat(of(Column.POSTPONED)).isEqualTo(1);
    assertThat(of(Column.NEVER_STARTED)).isEqualTo(0);
  }

  /**
   * Three waited for another period at the last event, at 199. Two of them left when their
   * deadlines had passed; task 7 arrived after it.
   */
  @Test
  void whatLeftAfterTheLastEventIsNotPostponed() {
    TrialOutcome outcome =
        new TrialOutcome(
            OUTCOME.departures(),
            List.of(task(6, 120, 1), task(7, 200, 1)),
            List.of(new HeldEvent(199, 4, true, 3)),
            240);
    CountedTrial left = new CountedTrial(outcome, SYSTEM, Counting.whole(LeftOut.NONE));

    assertThat(Column.POSTPONED.of(left)).isEqualTo(1);
    assertThat(Column.NEVER_STARTED.of(left)).isEqualTo(1);
  }

  /** Task 3 completes in it and runs 20 of 40 s in it; task 5 runs 40 of 80 s in it. */
  @Test
  void utilityIsOfCompletedTasksOrProrated() {
    assertThat(of(Column.UTILITY)).isEqualTo(8);
    assertThat(of(Column.UTILITY_PRORATED)).isEqualTo(8 * 20 / 40.0 + 4 * 40 / 80.0);
  }

  /**
   * In 30 s from arrival tasks 0, 1 and 2 complete in it at 8, 4 and 5 at 4, 6 at 1; 3 does not.
   */
  @Test
  void theBoundIsOfTasksThatWouldCompleteInIt() {
    assertThat(of(Column.UTILITY_BOUND)).isEqualTo(3 * 8 + 2 * 4 + 1);
    assertThat(of(Column.UTILITY_OF_BOUND)).isEqualTo(100 * 8 / 33.0);
  }

  /**
   * Machine 0 runs from 100 to 150 and machine 1 from 160 to 200: 50 s at 100 W and 40 s at 60 W;
   * they are idle for 50 and 60 s. Of 90 s, 30 went to the evicted task.
   */
  @Test
  void energyAndTimeAreThoseInside() {
    assertThat(of(Column.TASK_ENERGY)).isCloseTo(50 * 100 + 40 * 60, within(1e-9));
    assertThat(of(Column.ENERGY)).isCloseTo(7400 + 110 * 10, within(1e-9));
    assertThat(of(Column.ENERGY_PER_ON_TIME)).isCloseTo(8500, within(1e-9));
    assertThat(of(Column.MACHINE_USE)).isEqualTo(45);
    assertThat(of(Column.WASTED_TIME)).isCloseTo(100 / 3.0, within(1e-9));
    assertThat(of(Column.MAKESPAN)).isEqualTo(100);
  }

  @Test
  void mappingEventsAreThoseInside() {
    assertThat(of(Column.MAPPING_EVENTS)).isEqualTo(2);
    assertThat(of(Column.MAPPABLE)).isEqualTo(3);
    assertThat(of(Column.DELAYED_EVENTS)).isEqualTo(1);
  }

  /**
   * From 100 to 150 machine 0 takes all of 5000 J, 99 % of it after 49.5 s; tasks 2 and 4 are
   * dropped. From 150 to 200 machine 1 takes 2400 J, so the whole 50 s pass before 99 % are used.
   */
  @Test
  void periodsAreToldApart() {
    assertThat(parts(Breakdown.PERIODS))
        .containsExactly(
            new Part(
                Breakdown.PERIODS,
                2,
                List.of(100.0, 4.0, 5000.0, 0.0, 49.5, 1.0, 2.0, 0.0, 5000.0, 5000.0)),
            new Part(
                Breakdown.PERIODS,
                3,
                List.of(150.0, 2.0, 2400.0, 2600.0, 50.0, 0.0, 0.0, 1.0, 5000.0, 2400.0)));
    assertThat(of(Column.BUDGET_USED)).isEqualTo(49.5);
  }

  @Test
  void completedTasksAreToldByPState() {
    assertThat(parts(Breakdown.P_STATES))
        .containsExactly(
            new Part(Breakdown.P_STATES, 0, List.of(1.0, 100.0)),
            new Part(Breakdown.P_STATES, 1, List.of(0.0, 0.0)));
  }

  /** Tasks 2, 4, 5 and 6 arrive in it; tasks 3 and 5 earn 4 and 2 in it. */
  @Test
  void utilityIsToldByPriority() {
    assertThat(parts(Breakdown.PRIORITIES))
        .containsExactly(
            new Part(Breakdown.PRIORITIES, 1, List.of(1.0, 0.0, 0.0)),
            new Part(Breakdown.PRIORITIES, 4, List.of(2.0, 2.0, 25.0)),
            new Part(Breakdown.PRIORITIES, 8, List.of(1.0, 4.0, 50.0)));
  }

  /** Machine 1 cannot run type 1: task 1 completes there and is worth 8, task 3 on machine 0. */
  @Test
  void utilityIsToldOfSpecialMachines() {
    MachineType special = new MachineType(1, "s", 0, 10, TYPE.pStates());
    Pmf[] cell = {Pmf.at(30, 1), Pmf.at(50, 1)};
    HcSystem system =
        new HcSystem(
            "special",
            Duration.ofSeconds(1),
            List.of(new TaskType(0, "a"), new TaskType(1, "b")),
            List.of(TYPE, special),
            List.of(new Machine(0, "m0", TYPE), new Machine(1, "m1", special)),
            PetMatrix.of(new @Nullable Pmf[][][] {{cell, cell}, {cell, {null, null}}}));
    Counting before = Counting.whole(LeftOut.NONE);

    assertThat(parts(new CountedTrial(OUTCOME, system, before), Breakdown.SPECIAL))
        .containsExactly(
            new Part(Breakdown.SPECIAL, 0, List.of(1.0, 8.0, 40.0)),
            new Part(Breakdown.SPECIAL, 1, List.of(2.0, 12.0, 60.0)));
    assertThat(parts(Breakdown.SPECIAL)).as("all machines are general").isEmpty();
  }

  private List<Part> parts(Breakdown breakdown) {
    return parts(trial, breakdown);
  }

  private static List<Part> parts(CountedTrial trial, Breakdown breakdown) {
    return trial.parts().stream().filter(part -> part.breakdown() == breakdown).toList();
  }
}
