package org.espalier.core.bound;

import java.util.Arrays;

/**
 * Machine time at prices by machine type and slot of time, of which each task buys what is best for
 * itself. A choice of a task is a machine type in one of its P-states.
 *
 * <p>For any prices of 0 or more, what all machine time is worth plus what each task gains at most
 * beyond what it pays is no less than what any schedule gains: machines of a type share the work as
 * if they were one (weak duality).
 *
 * <p>What executions of a task type that complete in a slot pay at least is found once for all its
 * tasks; most slots of most tasks are passed over, because not even that would be better than the
 * best so far. What a task chose last is tried first.
 *
 * <p>Times count from the first slot on, and time behind the last one is free. Not safe for use by
 * several threads.
 */
public final class TimeMarket {
  /** In place of a choice: the task is left out. */
  public static final int NONE = -1;

  private final Tasks tasks;
  private final int[] types;

  /** By task type and choice. */
  private final int[][] machineTypes;

  private final double[] machines;
  private final double width;
  private final int slots;

  /** By machine type. */
  private final SlotPrices[] prices;

  /** [machine type][slot] */
  private final double[][] taken;

  /** By task type, slot and choice, what an execution pays at least that completes in the slot. */
  private final double[][][] pays;

  /** By task type and slot, the least of all choices. */
  private final double[][] leastPays;

  /** By task type and slot, the least from there on. */
  private final double[][] leastFrom;

  private final double[] values;
  private final int[] chosen;
  private final double[] starts;
  private final double[] earned;
  private double bestValue;
  private int bestChoice;
  private double bestStart;
  private double bestEarned;

  /** Who buys. */
  public interface Tasks {
    /** The task type of each task. */
    int[] types();

    /** The machine types of the choices of a task type. */
    int[] machineTypes(int type);

    /** How long the shortest execution of any task of a type takes by a choice. */
    double shortest(int type, int choice);

    /** How long an execution of a task takes. */
    double length(int task, int choice);

    /** What each task gains at least: 0 if it may be left out, else negative infinity. */
    double least();

    /** The first slot in which an execution of a task may complete. */
    int firstSlot(int task);

    /**
     * More no execution of a task earns that completes in a slot or later.
     *
     * @param slot the number of slots for the time behind the last one
     */
    double most(int task, int slot);

    /** What an execution of a task pays for energy. */
    double energy(int task, int choice, double start);

    /** What the shortest execution of a task type pays at least for energy. */
    double leastEnergy(int type, int choice, double start);

    /** {@linkplain #offer Offers} all executions of a task that complete in a slot. */
    void look(int task, int choice, int slot);
  }

  /**
   * A market at prices of 0.
   *
   * @param machines number of machines by type
   * @param width of slots, above 0
   * @param slots how many of them have prices, at least 1
   */
  public TimeMarket(Tasks tasks, double[] machines, double width, int slots) {
    this.tasks = tasks;
    this.types = tasks.types();
    this.machines = machines.clone();
    this.width = width;
    this.slots = slots;
    this.prices = new SlotPrices[machines.length];
    Arrays.setAll(prices, j -> new SlotPrices(width, slots));
    this.taken = new double[machines.length][slots];
    int taskTypes = Arrays.stream(types).max().orElse(-1) + 1;
    this.machineTypes = new int[taskTypes][];
    Arrays.setAll(machineTypes, tasks::machineTypes);
    this.pays = new double[taskTypes][][];
    Arrays.setAll(pays, type -> new double[slots + 1][machineTypes[type].length]);
    this.leastPays = new double[taskTypes][slots + 1];
    this.leastFrom = new double[taskTypes][slots + 1];
    this.values = new double[types.length];
    this.chosen = new int[types.length];
    this.starts = new double[types.length];
    this.earned = new double[types.length];
    Arrays.fill(chosen, NONE);
  }

  /** The prices by machine type and slot, a copy. */
  public double[][] prices() {
    return Arrays.stream(prices).map(SlotPrices::get).toArray(double[][]::new);
  }

  /** Takes other prices by machine type and slot, none of which is negative. */
  public void set(double[]... others) {
    for (int j = 0; j < prices.length; j++) {
      prices[j].set(others[j]);
    }
  }

  /** Steps of the prices, before the first one. */
  public PriceDescent descent() {
    return new PriceDescent(prices.length, slots);
  }

  /**
   * Moves the prices against the time that nobody took when the {@link #value} was found last.
   *
   * @param descent whose step has begun
   * @param length how far prices move at most, about
   */
  public void move(PriceDescent descent, double length) {
    for (int j = 0; j < prices.length; j++) {
      double all = machines[j] * width;
      if (all > 0) {
        double[] moved = prices[j].get();
        for (int slot = 0; slot < slots; slot++) {
          double idle = 1 - taken[j][slot] / all;
          moved[slot] = descent.moved(j, slot, moved[slot], idle, length);
        }
        prices[j].set(moved);
      }
    }
  }

  /** What all machine time is worth, plus what each task gains at most beyond what it pays. */
  public double value() {
    double value = 0;
    for (int j = 0; j < prices.length; j++) {
      value += machines[j] * prices[j].all();
      Arrays.fill(taken[j], 0);
    }
    for (int type = 0; type < pays.length; type++) {
      fillPays(type);
    }
    for (int task = 0; task < types.length; task++) {
      choose(task);
      value += values[task];
    }
    return value;
  }

  private void fillPays(int type) {
    for (int choice = 0; choice < machineTypes[type].length; choice++) {
      fillPays(type, choice, tasks.shortest(type, choice));
    }
    double from = Double.POSITIVE_INFINITY;
    for (int slot = slots; slot >= 0; slot--) {
      double least = Double.POSITIVE_INFINITY;
      for (double paid : pays[type][slot]) {
        least = Math.min(least, paid);
      }
      from = Math.min(from, least);
      leastPays[type][slot] = least;
      leastFrom[type][slot] = from;
    }
  }

  /**
   * Fills in, by slot, the least that an execution pays. Its cost is a line in the start, between
   * the starts at which it begins or ends at the border of a slot; so the least is at one of these.
   */
  private void fillPays(int type, int choice, double length) {
    SlotPrices ofTime = prices[machineTypes[type][choice]];
    double[][] paid = pays[type];
    double ending = Double.POSITIVE_INFINITY;
    for (int slot = 0; slot < slots; slot++) {
      double last = (slot + 1) * width - length;
      paid[slot][choice] = Double.POSITIVE_INFINITY;
      if (last >= 0) {
        int begun = (int) (last / width);
        double next =
            ofTime.before(slot + 1) - ofTime.until(last) + tasks.leastEnergy(type, choice, last);
        double starting =
            ofTime.until(begun * width + length)
                - ofTime.before(begun)
                + tasks.leastEnergy(type, choice, begun * width);
        paid[slot][choice] = Math.min(Math.min(ending, next), starting);
        ending = next;
      }
    }
    paid[slots][choice] = tasks.leastEnergy(type, choice, slots * width);
  }

  private void choose(int task) {
    int type = types[task];
    bestValue = tasks.least();
    bestChoice = NONE;
    if (chosen[task] != NONE) {
      offer(task, chosen[task], starts[task], earned[task]);
    }
    for (int slot = tasks.firstSlot(task); slot <= slots; slot++) {
      double most = tasks.most(task, slot);
      if (most - leastFrom[type][slot] <= bestValue) {
        break;
      }
      if (most - leastPays[type][slot] > bestValue) {
        look(task, slot, most);
      }
    }
    values[task] = bestValue;
    chosen[task] = bestChoice;
    starts[task] = bestStart;
    earned[task] = bestEarned;
    if (bestChoice != NONE) {
      int machineType = machineTypes[type][bestChoice];
      prices[machineType].take(taken[machineType], bestStart, tasks.length(task, bestChoice));
    }
  }

  private void look(int task, int slot, double most) {
    double[] paid = pays[types[task]][slot];
    for (int choice = 0; choice < paid.length; choice++) {
      if (most - paid[choice] > bestValue) {
        tasks.look(task, choice, slot);
      }
    }
  }

  /**
   * An execution that a task may choose.
   *
   * @param earns before it pays for machine time and energy
   */
  public void offer(int task, int choice, double start, double earns) {
    if (earns > bestValue) {
      SlotPrices ofTime = prices[machineTypes[types[task]][choice]];
      double value =
          earns
              - tasks.energy(task, choice, start)
              - ofTime.cost(start, tasks.length(task, choice));
      if (value > bestValue) {
        bestValue = value;
        bestChoice = choice;
        bestStart = start;
        bestEarned = earns;
      }
    }
  }

  /** The choice of a task at the last prices, or {@link #NONE}. */
  public int choice(int task) {
    return chosen[task];
  }

  /** When a task starts by its choice. */
  public double start(int task) {
    return starts[task];
  }

  /** What each task gains beyond what it pays, a copy. */
  public double[] values() {
    return values.clone();
  }
}
