package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * What a trial had earned and spent by some times at equal distances (as DISSERTATION figures 3.7,
 * 3.10 and 3.11). It also says what each machine type drew. It is small, however many tasks the
 * trial has.
 *
 * @param step how far the times are apart, in ticks; the first one is 0. Where a trial has a
 *     horizon it is a round time, such as 15 min for a day
 * @param utility what the tasks had earned that had completed by each time; empty where no task has
 *     more than a deadline
 * @param joules what tasks had taken by each time, at the mean price of energy, since the period of
 *     energy began, or since the first time where there is no budget; empty where no power is
 *     known, or there is neither utility nor budget
 * @param joulesByType [machine type][P-state] for tasks, and behind the P-states what its machines
 *     took while they were idle or booted; empty where no power is known
 */
public record TrialAccount(
    long step, List<Double> utility, List<Double> joules, List<List<Double>> joulesByType) {
  /** The times of a trial are so many at most, without the first one. */
  static final int TIMES = 96;

  /** Times that people would look at a day by, of which most periods are multiples. */
  private static final List<Integer> ROUND_SECONDS =
      List.of(1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14_400);

  /**
   * The account of a trial.
   *
   * @param system the system as it is
   * @param counting its measured time, before which nothing is counted, and the budgets
   * @param horizon when the trial ended, or {@link TimeSpan#NEVER}: its times are then 2^n ticks
   *     apart, so that those of a longer trial are among those of a shorter one
   */
  public static TrialAccount of(
      TrialOutcome outcome, HcSystem system, Counting counting, long horizon) {
    long step = step(outcome.endTime(), horizon, system.tickSeconds());
    Maker maker = new Maker(outcome, system, counting, step, horizon);
    boolean worth = new EarnedUtility(outcome, system).isKnown();
    boolean spending = system.isPowered() && (worth || !counting.energy().periods().isEmpty());
    return new TrialAccount(
        step,
        worth ? maker.utility() : List.of(),
        spending ? maker.joules(counting.energy()) : List.of(),
        system.isPowered() ? maker.joulesByType() : List.of());
  }

  private static long step(long end, long horizon, double tickSeconds) {
    if (horizon != TimeSpan.NEVER) {
      return step(horizon, tickSeconds);
    }
    long step = 1;
    while (step * TIMES < end) {
      step *= 2;
    }
    return step;
  }

  /** The shortest round time that a horizon has not too many of. */
  private static long step(long horizon, double tickSeconds) {
    for (int seconds : ROUND_SECONDS) {
      long step = Math.round(seconds / tickSeconds);
      if (step >= 1 && step * TIMES >= horizon) {
        return step;
      }
    }
    return (horizon + TIMES - 1) / TIMES;
  }

  /** What had been earned by a time; all of it if that is behind the last one. */
  public double utilityAt(long time) {
    return at(utility, time);
  }

  /** What tasks had taken by a time; as at the last one if that is behind it. */
  public double joulesAt(long time) {
    return at(joules, time);
  }

  private double at(List<Double> values, long time) {
    return values.get((int) Math.min(time / step, values.size() - 1));
  }

  /** Goes through the departures of a trial. */
  private record Maker(
      TrialOutcome outcome, HcSystem system, Counting counting, long step, long horizon) {
    private TimeSpan measured() {
      return counting.measured();
    }

    private int times() {
      long end = horizon == TimeSpan.NEVER ? outcome.endTime() : horizon;
      return Math.toIntExact((end + step - 1) / step) + 1;
    }

    List<Double> utility() {
      double[] earned = new double[times()];
      for (Departure departure : outcome.departures()) {
        int first = Math.toIntExact((departure.time() + step - 1) / step);
        if (finished(departure) && first < earned.length) {
          Task task = departure.task();
          earned[first] += task.utility().of(task, departure.time());
        }
      }
      return Arrays.stream(sums(earned)).boxed().toList();
    }

    /** The sums of all values up to each. */
    private static double[] sums(double[] values) {
      double[] sums = values.clone();
      for (int i = 1; i < sums.length; i++) {
        sums[i] += sums[i - 1];
      }
      return sums;
    }

    private boolean finished(Departure departure) {
      return EarnedUtility.hasCompleted(departure)
          && measured().containsEndOf(departure.start(), departure.time());
    }

    /** The energy of tasks from the beginning of the period that each time is in. */
    List<Double> joules(EnergySettings energy) {
      TreeSet<Long> borders = new TreeSet<>();
      for (int i = 0; i < times(); i++) {
        borders.add(i * step);
        borders.add(begin(energy, i * step));
      }
      long[] at = borders.stream().mapToLong(Long::longValue).toArray();
      double[] spent = spentBy(at);
      List<Double> joules = new ArrayList<>();
      for (int i = 0; i < times(); i++) {
        long begin = begin(energy, i * step);
        joules.add(
            spent[Arrays.binarySearch(at, i * step)] - spent[Arrays.binarySearch(at, begin)]);
      }
      return joules;
    }

    /**
     * When the period began that a time is in, or ends, as far as it is measured; the time itself
     * before the measured time.
     */
    private long begin(EnergySettings energy, long time) {
      if (time <= measured().start()) {
        return time;
      }
      if (energy.periods().isEmpty()) {
        return measured().start();
      }
      long start = energy.account(energy.indexAt(time - 1)).start();
      return start < time ? Math.max(start, measured().start()) : measured().start();
    }

    /** The energy of tasks by some times, the first of which is 0. */
    private double[] spentBy(long[] times) {
      double[] spent = new double[times.length];
      outcome.executions().forEach(ran -> spend(ran, times, spent));
      return sums(spent);
    }

    /** Adds what a task took between each two times to the later one. */
    private void spend(Departure departure, long[] times, double[] spent) {
      int found = Arrays.binarySearch(times, departure.start());
      int next = found < 0 ? -found - 1 : found + 1;
      long from = departure.start();
      for (int i = next; i < times.length && from < departure.time(); i++) {
        long to = Math.min(times[i], departure.time());
        double factor = counting.energy().tariff().factor(from, to);
        spent[i] += TaskEnergy.joules(system, departure, to - from) * factor;
        from = to;
      }
    }

    List<List<Double>> joulesByType() {
      int types = system.machineTypes().size();
      double[][] joules = new double[types][];
      long[] busy = new long[types];
      system
          .machineTypes()
          .forEach(type -> joules[type.id()] = new double[type.pStates().size() + 1]);
      for (Departure ran : outcome.executions().toList()) {
        int type = system.machines().get(ran.machine()).type().id();
        long ticks = measured().ticksOf(ran.start(), ran.time());
        joules[type][ran.placement().pState()] += TaskEnergy.joules(system, ran, ticks);
        busy[type] += ticks;
      }
      addIdle(joules, busy, counting.bootedTicks(outcome, system.machines().size()));
      return Arrays.stream(joules).map(row -> Arrays.stream(row).boxed().toList()).toList();
    }

    private void addIdle(double[][] joules, long[] busy, long[] on) {
      long[] idle = Arrays.stream(busy).map(ticks -> -ticks).toArray();
      double[] boots = counting.bootJoules(outcome, system);
      for (Machine machine : system.machines()) {
        idle[machine.type().id()] += on[machine.id()];
      }
      for (MachineType type : system.machineTypes()) {
        double[] its = joules[type.id()];
        its[its.length - 1] = system.idleJoules(type, idle[type.id()]) + boots[type.id()];
      }
    }
  }
}
