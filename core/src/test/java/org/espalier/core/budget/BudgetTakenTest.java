package org.espalier.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What was taken of budgets, against the energy of each tick. Machines draw 1 W and 3 W. */
class BudgetTakenTest {
  private static final int END = 300;
  private static final List<MachineType> TYPES =
      List.of(new MachineType(0, "x", 0, 0, 1), new MachineType(1, "y", 0, 0, 3));
  private static final HcSystem SYSTEM =
      new HcSystem(
          "two",
          Duration.ofSeconds(1),
          List.of(new TaskType(0, "t")),
          TYPES,
          List.of(new Machine(0, "x", TYPES.get(0)), new Machine(1, "y", TYPES.get(1))),
          PetMatrix.of(new Pmf[][][] {{{Pmf.at(9, 1)}, {Pmf.at(9, 1)}}}),
          Optional.empty());

  private static EnergySettings budgets(double... joules) {
    List<EnergyPeriod> periods = new ArrayList<>();
    for (double each : joules) {
      long start = periods.size() * 100L;
      periods.add(new EnergyPeriod(start, start + 100, OptionalDouble.of(each)));
    }
    return new EnergySettings(periods, new TaskBudget.Unlimited());
  }

  private static Departure ran(int machine, long start, long end) {
    Task task = new Task(0, 0, 0, Task.NO_DEADLINE);
    return new Departure(task, Fate.ON_TIME, new Placement(machine, machine, 0), start, end);
  }

  private static double watts(Departure task, int tick) {
    boolean runs = task.start() <= tick && tick < task.time();
    return runs ? TYPES.get(task.machine()).activeWatts(0) : 0;
  }

  private static BudgetTaken byTick(double[] budgets, List<Departure> ran) {
    BudgetTaken most = new BudgetTaken(0, 0);
    for (int period = 0; period < budgets.length; period++) {
      double taken = 0;
      double after = 0;
      int usedUp = Integer.MAX_VALUE;
      for (int tick = 100 * period; tick < 100 * period + 100; tick++) {
        usedUp = taken >= budgets[period] ? Math.min(usedUp, tick) : usedUp;
        for (Departure task : ran) {
          taken += watts(task, tick);
          after += task.start() >= usedUp ? watts(task, tick) : 0;
        }
      }
      if (taken / budgets[period] > most.share()) {
        most = new BudgetTaken(taken / budgets[period], after / budgets[period]);
      }
    }
    return most;
  }

  @RepeatedTest(200)
  void itIsAsTickByTick(RepetitionInfo seed) {
    Random random = new Random(seed.getCurrentRepetition());
    double[] budgets = random.doubles(3, 50, 500).toArray();
    List<Departure> ran = new ArrayList<>();
    for (int machine = 0; machine < 2; machine++) {
      for (int start = random.nextInt(20), end; start < END; start = end + random.nextInt(20)) {
        end = Math.min(END, start + 1 + random.nextInt(120));
        ran.add(ran(machine, start, end));
      }
    }
    BudgetTaken expected = byTick(budgets, ran);

    BudgetTaken taken = BudgetTaken.most(budgets(budgets), SYSTEM, ran);

    assertThat(taken.share()).isCloseTo(expected.share(), within(1e-9));
    assertThat(taken.begunAfter()).isCloseTo(expected.begunAfter(), within(1e-9));
  }

  @Test
  void aTaskThatRanWhenItWasUsedUpIsNotAmongThoseThatBeganThen() {
    List<Departure> ran = List.of(ran(0, 0, 60), ran(1, 10, 30), ran(0, 60, 65));

    assertThat(BudgetTaken.most(budgets(100), SYSTEM, ran)).isEqualTo(new BudgetTaken(1.25, 0.05));
  }

  @Test
  void withoutBudgetsOrTasksThereIsNothing() {
    assertThat(BudgetTaken.most(EnergySettings.NONE, SYSTEM, List.of(ran(0, 0, 9))).share())
        .isNaN();
    assertThat(BudgetTaken.most(budgets(5), SYSTEM, List.of()).share()).isNaN();
  }
}
