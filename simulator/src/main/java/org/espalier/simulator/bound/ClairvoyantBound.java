package org.espalier.simulator.bound;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.PriceDescent;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * How many tasks of one trial anybody has on time, at most, even with all arrivals and execution
 * times known in advance.
 *
 * <p>Time is cut into slots, and the machine time of each type has a price in each. For any prices
 * of 0 or more, what all machine time is worth, plus for each task the most that it brings beyond
 * the price of its time, is no less than the number of tasks on time in any schedule: those tasks
 * bring 1 each, and the time that they take costs no more than all time is worth. A task may start
 * at any tick from its arrival on at which it still is on time, on any machine type, and runs
 * without a break; machines of a type share the work as if they were one.
 *
 * <p>The prices are searched by {@link PriceDescent}: time that is taken too often becomes dearer.
 * Each step gives a bound; the least is kept, and rounded down to whole tasks.
 */
public final class ClairvoyantBound {
  private static final int STEPS = 300;
  private static final double SLOTS_PER_LENGTH = 4;
  private static final int MOST_SLOTS = 1000;
  private static final double FIRST_STEP = 0.5;
  private static final double LAST_STEP = 0.0025;
  private static final double ROUNDING = 1e-6;

  private final KnownTasks tasks;
  private final SlotPrices prices;
  private final int machineTypes;
  private final PriceDescent descent;
  private double least = Double.POSITIVE_INFINITY;

  private ClairvoyantBound(KnownTasks tasks, int machineTypes) {
    this.tasks = tasks;
    long fitting = (long) Math.ceil(tasks.meanLength() / SLOTS_PER_LENGTH);
    long width = Math.max(1, Math.max(fitting, tasks.span() / MOST_SLOTS));
    int slots = Math.toIntExact(tasks.span() / width + 1);
    this.prices = new SlotPrices(machineTypes, width, slots);
    this.machineTypes = machineTypes;
    this.descent = new PriceDescent(machineTypes, slots);
  }

  /**
   * Of all tasks of a workload.
   *
   * @param system the system as it is
   * @param times what tasks take, the same on all machines of a type
   */
  public static int of(HcSystem system, Workload workload, ExecutionTimes times) {
    KnownTasks tasks = new KnownTasks(system, workload, times);
    ClairvoyantBound search = new ClairvoyantBound(tasks, system.machineTypes().size());
    return tasks.free() + (int) Math.floor(search.search() + ROUNDING);
  }

  private double search() {
    double step = FIRST_STEP * tasks.count() / Math.max(1, machineTicks());
    double ratio = Math.pow(LAST_STEP / FIRST_STEP, 1.0 / STEPS);
    for (int i = 1; i <= STEPS; i++) {
      double[][] taken = new double[machineTypes][prices.slots()];
      least = Math.min(least, tasks.value(prices, taken));
      descent.begin(i);
      for (int j = 0; j < machineTypes; j++) {
        move(j, taken[j], step);
      }
      prices.sum();
      step *= ratio;
    }
    return least;
  }

  private double machineTicks() {
    double machines = 0;
    for (int j = 0; j < machineTypes; j++) {
      machines += tasks.machines(j);
    }
    return machines * tasks.span();
  }

  private void move(int type, double[] taken, double length) {
    double all = tasks.machines(type) * prices.width();
    for (int k = 0; k < taken.length && all > 0; k++) {
      double idle = 1 - taken[k] / all;
      prices.set(type, k, descent.moved(type, k, prices.get(type, k), idle, length));
    }
  }
}
