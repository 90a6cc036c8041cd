package org.espalier.simulator.bound;

import java.util.List;
import org.espalier.core.bound.PriceDescent;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * The most utility that anybody can earn in one trial within the budgets of energy, even with all
 * arrivals and execution times known in advance. Where each task that is on time earns 1, it is the
 * most tasks on time.
 *
 * <p>Time is cut into slots of a mean execution time, or a sixth of the mean time from arrival to
 * deadline, and the machine time of each type has a price in each; energy has one in each period
 * that has a budget. For any prices of 0 or more, what all machine time and energy is worth, plus
 * for each task the most that it earns beyond what its time and energy cost, is no less than what
 * any schedule earns. A task may start at any tick from its arrival on, on any machine type in any
 * P-state, and runs without a break; machines of a type share the work as if they were one.
 *
 * <p>The prices are searched by {@link PriceDescent}. Each step gives a bound; the least is kept.
 */
public final class EarningBound {
  private static final int STEPS = 140;
  private static final double FIRST_STEP = 0.5;
  private static final double LAST_STEP = 0.0025;
  private static final double SLOTS_PER_LENGTH = 6;
  private static final double ROUNDING = 1e-6;

  private final EarningTasks tasks;
  private final PriceDescent ofTime;
  private final PriceDescent ofEnergy;

  private EarningBound(EarningTasks tasks) {
    this.tasks = tasks;
    this.ofTime = tasks.market().descent();
    this.ofEnergy = new PriceDescent(1, tasks.energy().size());
  }

  /**
   * The bound for all tasks of a workload.
   *
   * @param system the system as it is
   * @param times what tasks take, the same on all machines of a type
   */
  public static double of(
      HcSystem system, Workload workload, ExecutionTimes times, Earnings earnings) {
    return of(system, workload.tasks(), times, earnings, system.pet().meanOverAll());
  }

  /**
   * How many tasks of a workload anybody has on time, at most. What they earn does not matter;
   * those without deadline are always on time.
   *
   * @param system the system as it is
   * @param times what tasks take, the same on all machines of a type
   */
  public static int onTime(HcSystem system, Workload workload, ExecutionTimes times) {
    List<Task> tasks =
        workload.tasks().stream()
            .filter(task -> task.deadline() < Task.NO_DEADLINE)
            .map(task -> new Task(task.id(), task.type(), task.arrival(), task.deadline()))
            .toList();
    long first = tasks.isEmpty() ? 0 : tasks.getFirst().arrival();
    long last = tasks.stream().mapToLong(Task::deadline).max().orElse(first);
    Earnings earnings =
        new Earnings(new TimeSpan(first, last + 1), List.of(), EarnedShare.COMPLETED);
    int free = workload.size() - tasks.size();
    double length =
        tasks.stream().mapToLong(task -> task.deadline() - task.arrival()).average().orElse(0);
    double bound = of(system.ofEqualVersions(), tasks, times, earnings, length / SLOTS_PER_LENGTH);
    return free + (int) Math.floor(bound + ROUNDING);
  }

  private static double of(
      HcSystem system,
      List<Task> tasks,
      ExecutionTimes times,
      Earnings earnings,
      double slotTicks) {
    return tasks.isEmpty()
        ? 0
        : new EarningBound(new EarningTasks(system, tasks, times, earnings, slotTicks)).search();
  }

  private double search() {
    double most = tasks.mostUtility();
    double least = Double.POSITIVE_INFINITY;
    double step = FIRST_STEP;
    double ratio = Math.pow(LAST_STEP / FIRST_STEP, 1.0 / STEPS);
    for (int i = 1; i <= STEPS; i++) {
      double[] joules = new double[tasks.energy().size()];
      least = Math.min(least, tasks.value(joules));
      ofTime.begin(i);
      tasks.market().move(ofTime, step * most / Math.max(1, tasks.machineTicks()));
      moveEnergy(i, joules, step * most / Math.max(1, allJoules()));
      step *= ratio;
    }
    return least;
  }

  private double allJoules() {
    double all = 0;
    for (int q = 0; q < tasks.energy().size(); q++) {
      all += tasks.energy().budget(q);
    }
    return all;
  }

  private void moveEnergy(int i, double[] taken, double length) {
    EnergyPrices energy = tasks.energy();
    ofEnergy.begin(i);
    for (int q = 0; q < taken.length; q++) {
      double idle = 1 - taken[q] / energy.budget(q);
      energy.set(q, ofEnergy.moved(0, q, energy.get(q), idle, length));
    }
  }
}
