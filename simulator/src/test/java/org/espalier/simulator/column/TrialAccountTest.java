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
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.simulator.engine.TrialOutcome;
import org.junit.jupiter.api.Test;

/** A trial of three tasks on two machines, worked by hand. A tick is a second. */
final class TrialAccountTest {
  private static final UtilityFunction WORTH_EIGHT =
      new UtilityPoints(List.of(new UtilityPoints.Point(0, 8)));

  /** 100 W in P-state 0, 50 W in P-state 1, 10 W while idle. */
  private static final MachineType FAST =
      new MachineType(0, "fast", 0, 10, List.of(new PState("P0", 100), new PState("P1", 50)));

  private static final MachineType SLOW = new MachineType(1, "slow", 0, 0, 20);
  private static final HcSystem SYSTEM = system(FAST, SLOW);

  private static HcSystem system(MachineType one, MachineType other) {
    Pmf[] two = {Pmf.at(5, 5), Pmf.at(5, 5)};
    Pmf[] single = {Pmf.at(5, 5)};
    return new HcSystem(
        "two",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "a")),
        List.of(one, other),
        List.of(new Machine(0, "m0", one), new Machine(1, "m1", other)),
        PetMatrix.of(new Pmf[][][] {{one.pStates().size() == 2 ? two : single, single}}));
  }

  /**
   * Machine 0 executes from 0 to 120 in P0 and from 130 to 190 in P1, machine 1 from 150 to 160.
   */
  private static TrialOutcome outcome(UtilityFunction utility) {
    return new TrialOutcome(
        List.of(
            departure(0, utility, Fate.ON_TIME, new Placement(0, 0, 0), 0, 120),
            departure(1, utility, Fate.EVICTED, new Placement(2, 1, 0), 150, 160),
            departure(2, utility, Fate.LATE, new Placement(1, 0, 1), 130, 190)),
        List.of(),
        List.of(),
        190);
  }

  private static Departure departure(
      int id, UtilityFunction utility, Fate fate, Placement placement, long start, long time) {
    return new Departure(new Task(id, 0, id, 1_000, utility), fate, placement, start, time);
  }

  private static Counting counting(EnergySettings energy) {
    return new Counting(new LeftOut(0, 0), TimeSpan.ALWAYS, energy);
  }

  /** From 140 s on: of the late task 50 s of 60, and idle 10 s of machine 0. */
  @Test
  void whatIsNotMeasuredIsNotCounted() {
    Counting counting =
        new Counting(new LeftOut(0, 0), new TimeSpan(140, 200), EnergySettings.NONE);
    TrialAccount account = TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting, 200);

    assertThat(account.utilityAt(140)).isZero();
    assertThat(account.utilityAt(200)).isEqualTo(8);
    assertThat(account.joulesAt(140)).isZero();
    assertThat(account.joulesAt(200)).isEqualTo(2_500 + 200);
    assertThat(account.joulesByType())
        .containsExactly(List.of(0.0, 2_500.0, 100.0), List.of(200.0, 0.0));
    assertThat(Column.ENERGY.of(new CountedTrial(outcome(WORTH_EIGHT), SYSTEM, counting)))
        .isCloseTo(2_800, within(1e-9));
  }

  private static EnergySettings hundreds() {
    return new EnergySettings(
        List.of(new EnergyPeriod(0, 100, OptionalDouble.of(1e6))), new TaskBudget.Unlimited());
  }

  /** The round time of which 200 s has not more than 96 is 5 s. */
  @Test
  void utilityIsEarnedAtCompletionOfWhatFinishes() {
    TrialAccount account =
        TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE), 200);

    assertThat(account.step()).isEqualTo(5);
    assertThat(account.utility()).hasSize(41);
    assertThat(account.utilityAt(115)).isZero();
    assertThat(account.utilityAt(120)).isEqualTo(8);
    assertThat(account.utilityAt(185)).isEqualTo(8);
    assertThat(account.utilityAt(190)).isEqualTo(16);
    assertThat(account.utilityAt(1_000)).isEqualTo(16);
  }

  /** 12,000 J by 120 s, 50 W from 130 s on, and 200 J of the evicted task. */
  @Test
  void energyOfTasksIsSpentWhileTheyRun() {
    TrialAccount account =
        TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE), 200);

    assertThat(account.joulesAt(0)).isZero();
    assertThat(account.joulesAt(60)).isEqualTo(6_000);
    assertThat(account.joulesAt(130)).isEqualTo(12_000);
    assertThat(account.joulesAt(155)).isEqualTo(12_000 + 25 * 50 + 5 * 20);
    assertThat(account.joulesAt(200)).isEqualTo(12_000 + 3_000 + 200);
  }

  /** A period's end still tells of that period: 100 s of the first task, then 20 s of it. */
  @Test
  void energyBeginsAgainWithEachPeriod() {
    TrialAccount account = TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting(hundreds()), 200);

    assertThat(account.joulesAt(100)).isEqualTo(10_000);
    assertThat(account.joulesAt(105)).isEqualTo(500);
    assertThat(account.joulesAt(200)).isEqualTo(2_000 + 3_000 + 200);
  }

  /** Idle: machine 0 for 190 - 120 - 60 s at 10 W. Machine 1 draws nothing then. */
  @Test
  void energyIsThatOfEachTypeInEachPState() {
    TrialAccount account =
        TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE), 200);
    CountedTrial trial =
        new CountedTrial(outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE));

    assertThat(account.joulesByType())
        .containsExactly(List.of(12_000.0, 3_000.0, 100.0), List.of(200.0, 0.0));
    assertThat(Column.ENERGY.of(trial)).isCloseTo(15_300, within(1e-9));
  }

  /** Task 3 arrived 1 s before task 1 and never left: machines were on from then on. */
  @Test
  void machinesAreOnFromTheFirstArrivalThoughItsTaskNeverLeaves() {
    TrialOutcome left = outcome(WORTH_EIGHT);
    List<Departure> later = left.departures().subList(1, 3);
    TrialOutcome outcome =
        new TrialOutcome(later, List.of(new Task(3, 0, 0, 1_000, WORTH_EIGHT)), List.of(), 190);
    Counting counting = counting(EnergySettings.NONE);

    assertThat(TrialAccount.of(outcome, SYSTEM, counting, 200).joulesByType())
        .containsExactly(List.of(0.0, 3_000.0, 1_300.0), List.of(200.0, 0.0));
    assertThat(Column.ENERGY.of(new CountedTrial(outcome, SYSTEM, counting)))
        .isCloseTo(4_500, within(1e-9));
  }

  /** What waits tells as well as what has left that tasks have utility functions. */
  @Test
  void utilityIsKnownThoughOnlyTasksThatWaitHaveIt() {
    TrialOutcome outcome =
        new TrialOutcome(
            outcome(UtilityFunction.OF_DEADLINE).departures(),
            List.of(new Task(3, 0, 0, 1_000, WORTH_EIGHT)),
            List.of(),
            190);

    assertThat(TrialAccount.of(outcome, SYSTEM, counting(EnergySettings.NONE), 200).utilityAt(200))
        .isEqualTo(2);
  }

  /** 2 x 96 ticks reach 190; where they were 1 tick apart, only every second one counts. */
  @Test
  void timesOfATrialWithoutHorizonAreThoseOfShorterOnes() {
    TrialAccount account =
        TrialAccount.of(
            outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE), TimeSpan.NEVER);

    assertThat(account.step()).isEqualTo(2);
    assertThat(account.utility()).hasSize(96);
    assertThat(account.utility().getLast()).isEqualTo(16);
  }

  @Test
  void aDayIsLookedAtEveryQuarterOfAnHour() {
    assertThat(step(86_400)).isEqualTo(900);
    assertThat(step(26 * 3_600)).isEqualTo(1_200);
    assertThat(step(48 * 3_600)).isEqualTo(1_800);
    assertThat(step(30)).isEqualTo(1);
    assertThat(step(96_000_000)).isEqualTo(1_000_000);
  }

  private static long step(long horizon) {
    return TrialAccount.of(outcome(WORTH_EIGHT), SYSTEM, counting(EnergySettings.NONE), horizon)
        .step();
  }

  @Test
  void whatIsNotKnownIsNotTold() {
    TrialAccount ofDeadlines =
        TrialAccount.of(
            outcome(UtilityFunction.OF_DEADLINE), SYSTEM, counting(EnergySettings.NONE), 200);
    assertThat(ofDeadlines.utility()).isEmpty();
    assertThat(ofDeadlines.joules()).isEmpty();
    assertThat(ofDeadlines.joulesByType()).hasSize(2);

    MachineType dark =
        new MachineType(0, "dark", 0, 0, List.of(new PState("a", 0), new PState("b", 0)));
    TrialAccount unpowered =
        TrialAccount.of(
            outcome(WORTH_EIGHT), system(dark, new MachineType(1, "m")), counting(hundreds()), 200);
    assertThat(unpowered.utility()).isNotEmpty();
    assertThat(unpowered.joules()).isEmpty();
    assertThat(unpowered.joulesByType()).isEmpty();
  }
}
