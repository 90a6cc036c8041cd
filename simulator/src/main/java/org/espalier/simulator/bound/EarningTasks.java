package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Version;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * The tasks of a trial with what each really takes, where machine time and energy have prices and
 * tasks earn utility.
 *
 * <p>The starts that a task may choose are cut into pieces between those at which its execution
 * begins or ends where prices or shares change, or ends at its deadline. Within a piece its cost is
 * a line in the start, so that it costs least at one of the ends; its utility is taken as at the
 * first start and its share as at the better end. That is no less than any start of the piece
 * brings, whatever the utility function. Where the share changes within a piece it is cut into
 * smaller ones.
 *
 * <p>What executions of a task type that complete in a slot pay at least is found once for all its
 * tasks; most slots of most tasks are passed over, because not even that would be better than the
 * best so far. What a task chose last is tried first.
 *
 * <p>Times are ticks; those of {@link SlotPrices} count from the first arrival.
 */
final class EarningTasks {
  private static final int PARTS = 24;
  private static final int MOST_SLOTS = 1000;
  private static final int NONE = -1;

  private final List<Task> tasks;
  private final Earnings earnings;

  /** Machine types by task type and choice, a choice being a machine type in a P-state. */
  private final int[][] machineTypes;

  /** Joules in a tick, by task type and choice. */
  private final double[][] joules;

  /** [task][choice] */
  private final long[][] ticks;

  /** The least of these by task type and choice. */
  private final long[][] shortest;

  /** By task, its utility at the slot borders from its arrival on, rounded up. */
  private final float[][] atBorder;

  private final double[] machines;
  private final SlotPrices prices;
  private final EnergyPrices energy;
  private final SlotPrices leastEnergy;

  /** [machine type][slot]: the least price of time from there on. */
  private final double[][] leastFrom;

  private final long origin;
  private final long end;

  /** Times at which a price or share may change. */
  private final long[] borders;

  /** By slot, the first border in it. */
  private final int[] borderOfSlot;

  /** By task type, choice and slot, what an execution pays at least that completes in the slot. */
  private final double[][][] pays;

  /** By task type and slot, the least of all choices. */
  private final double[][] leastPays;

  /** What each choice serves a task as. */
  private final Version[][] versions;

  private final int[] chosen;
  private final int[] slotChosen;
  private double bestValue;
  private int bestChoice;
  private long bestStart;

  /**
   * @param system the system as it is
   * @param tasks at least one, in order of arrival
   * @param times what tasks take, the same on all machines of a type
   * @param slotTicks how wide slots are, about; they are wider where there would be too many
   */
  EarningTasks(
      HcSystem system,
      List<Task> tasks,
      ExecutionTimes times,
      Earnings earnings,
      double slotTicks) {
    this.tasks = tasks;
    this.earnings = earnings;
    int types = system.machineTypes().size();
    machines = new double[types];
    Machine[] ofType = new Machine[types];
    for (Machine machine : system.machines()) {
      machines[machine.type().id()]++;
      ofType[machine.type().id()] = machine;
    }
    int[][] pStates = new int[system.taskTypes().size()][];
    machineTypes = new int[pStates.length][];
    versions = new Version[pStates.length][];
    joules = new double[pStates.length][];
    for (int type = 0; type < pStates.length; type++) {
      choices(system, type, pStates);
    }
    ticks = new long[tasks.size()][];
    shortest = new long[pStates.length][];
    for (int type = 0; type < pStates.length; type++) {
      shortest[type] = new long[pStates[type].length];
      Arrays.fill(shortest[type], Long.MAX_VALUE);
    }
    for (int t = 0; t < ticks.length; t++) {
      Task task = tasks.get(t);
      int choices = machineTypes[task.type()].length;
      ticks[t] = new long[choices];
      for (int c = 0; c < choices; c++) {
        Machine machine = ofType[machineTypes[task.type()][c]];
        Task version = task.as(versions[task.type()][c]);
        ticks[t][c] = times.of(version, machine, pStates[task.type()][c]);
        shortest[task.type()][c] = Math.min(shortest[task.type()][c], ticks[t][c]);
      }
    }
    chosen = new int[ticks.length];
    slotChosen = new int[ticks.length];
    Arrays.fill(chosen, NONE);
    origin = tasks.getFirst().arrival();
    long last = earnings.measured().end();
    end = Math.max(origin + 1, last == TimeSpan.ALWAYS.end() ? drained() : last);
    long fitting = Math.max(1, (end - origin) / Math.max(1, (long) Math.ceil(slotTicks)));
    int slots = (int) Math.min(MOST_SLOTS, fitting);
    prices = new SlotPrices(types, (end - origin + slots - 1) / slots, slots);
    leastEnergy = new SlotPrices(1, prices.width(), slots);
    leastFrom = new double[types][slots];
    energy = new EnergyPrices(earnings.periods(), new TimeSpan(origin, end));
    borders = borders();
    borderOfSlot = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      borderOfSlot[slot] = Arrays.binarySearch(borders, origin + slot * prices.width());
    }
    pays = new double[pStates.length][][];
    for (int type = 0; type < pays.length; type++) {
      pays[type] = new double[machineTypes[type].length][slots];
    }
    leastPays = new double[pStates.length][slots];
    atBorder = new float[ticks.length][];
    for (int t = 0; t < ticks.length; t++) {
      atBorder[t] = atBorders(tasks.get(t));
    }
  }

  private float[] atBorders(Task task) {
    int first = slot(task.arrival());
    float[] utilities = new float[prices.slots() - first + 1];
    for (int k = 0; k < utilities.length; k++) {
      long time = Math.max(task.arrival(), origin + (first + k) * prices.width());
      double utility = utility(task, time);
      utilities[k] = utility > 0 ? Math.nextUp((float) utility) : 0;
    }
    return utilities;
  }

  private void choices(HcSystem system, int type, int[]... pStates) {
    PetMatrix pet = system.pet();
    List<int[]> pairs = new ArrayList<>();
    List<Version> served = new ArrayList<>();
    for (Version version : system.taskTypes().get(type).versions()) {
      for (int j = 0; j < machines.length; j++) {
        int own = version.type();
        for (int k = 0; machines[j] > 0 && pet.canRun(own, j) && k < pet.pStates(j); k++) {
          pairs.add(new int[] {j, k, own});
          served.add(version);
        }
      }
    }
    versions[type] = served.toArray(Version[]::new);
    machineTypes[type] = pairs.stream().mapToInt(pair -> pair[0]).toArray();
    pStates[type] = pairs.stream().mapToInt(pair -> pair[1]).toArray();
    joules[type] =
        pairs.stream()
            .mapToDouble(pair -> system.taskJoules(pair[2], pair[0], pair[1], 1))
            .toArray();
  }

  /** When all tasks may be done: what they take at most, shared by the machines. */
  private long drained() {
    double work = 0;
    long longest = 0;
    for (long[] each : ticks) {
      long most = Arrays.stream(each).max().orElse(0);
      longest = Math.max(longest, most);
      work += most;
    }
    return tasks.getLast().arrival() + longest + (long) (work / Arrays.stream(machines).sum());
  }

  private long[] borders() {
    TimeSpan measured = earnings.measured();
    LongStream ofSlots =
        LongStream.rangeClosed(0, prices.slots()).map(k -> origin + k * prices.width());
    LongStream others =
        LongStream.concat(
            LongStream.of(measured.start(), measured.end()), Arrays.stream(energy.borders()));
    return LongStream.concat(ofSlots, others.filter(time -> origin < time && time < Long.MAX_VALUE))
        .sorted()
        .distinct()
        .toArray();
  }

  private static double utility(Task task, long completion) {
    return task.utility().of(task, completion);
  }

  SlotPrices prices() {
    return prices;
  }

  EnergyPrices energy() {
    return energy;
  }

  /** Number of machines of a type. */
  double machines(int machineType) {
    return machines[machineType];
  }

  int machineTypes() {
    return machines.length;
  }

  /** What the tasks that arrive before the end would earn if each completed as it arrives. */
  double mostUtility() {
    double most = 0;
    for (int t = 0; t < ticks.length && tasks.get(t).arrival() < end; t++) {
      most += atBorder[t][0];
    }
    return most;
  }

  /**
   * What all machine time and energy is worth, plus what each task brings at most beyond what it
   * costs.
   *
   * @param taken [machine type][slot], to which the time that the tasks then take is added
   * @param joulesTaken by period, the same of energy
   */
  double value(double[][] taken, double... joulesTaken) {
    fillLeastEnergy();
    fillLeastAtEnd();
    for (int type = 0; type < pays.length; type++) {
      fillPays(type);
    }
    double value = energy.all();
    for (int j = 0; j < machines.length; j++) {
      value += machines[j] * prices.all(j);
    }
    for (int t = 0; t < ticks.length; t++) {
      choose(t);
      value += bestValue;
      if (bestChoice != NONE) {
        take(t, taken, joulesTaken);
      }
    }
    return value;
  }

  private void fillPays(int type) {
    Arrays.fill(leastPays[type], Double.POSITIVE_INFINITY);
    for (int c = 0; c < pays[type].length; c++) {
      fillPays(type, c, shortest[type][c]);
      for (int slot = 0; slot < prices.slots(); slot++) {
        leastPays[type][slot] = Math.min(leastPays[type][slot], pays[type][c][slot]);
      }
    }
  }

  /**
   * Fills in, by slot, the least that an execution pays. Its cost is a line in the start, between
   * the starts at which it begins or ends at the border of a slot; so the least is at one of these.
   */
  private void fillPays(int type, int choice, long length) {
    double[] paid = pays[type][choice];
    long width = prices.width();
    Arrays.fill(paid, Double.POSITIVE_INFINITY);
    double ending = Double.POSITIVE_INFINITY;
    for (int slot = 0; slot < paid.length && length < Long.MAX_VALUE; slot++) {
      long last = (slot + 1) * width - length;
      if (last >= 0) {
        double next = leastCost(type, choice, last, length);
        double starting = leastCost(type, choice, last / width * width, length);
        paid[slot] = Math.min(Math.min(ending, next), starting);
        ending = next;
      }
    }
  }

  /**
   * What an execution costs at least.
   *
   * @param start counted from the first slot
   */
  private double leastCost(int type, int choice, long start, long length) {
    return prices.cost(machineTypes[type][choice], start, length)
        + joules[type][choice] * leastEnergy.cost(0, start, length);
  }

  /** The least price of a joule in each slot. */
  private void fillLeastEnergy() {
    for (int slot = 0; slot < prices.slots(); slot++) {
      long next = origin + (slot + 1) * prices.width();
      double least = Double.POSITIVE_INFINITY;
      for (int b = borderOfSlot[slot]; borders[b] < next; b++) {
        least = Math.min(least, energy.at(borders[b]));
      }
      leastEnergy.set(0, slot, least);
    }
    leastEnergy.sum();
  }

  private void choose(int t) {
    Task task = tasks.get(t);
    int before = chosen[t];
    int slotBefore = slotChosen[t];
    bestValue = 0;
    bestChoice = NONE;
    if (before != NONE) {
      look(t, before, slotBefore);
    }
    int first = slot(task.arrival());
    int counted = slot(Math.max(task.arrival(), earnings.measured().start()));
    for (int slot = counted; slot < prices.slots(); slot++) {
      float most = atBorder[t][slot - first];
      if (most <= bestValue) {
        break;
      }
      if (most - leastPays[task.type()][slot] > bestValue) {
        look(t, slot, most);
      }
    }
    lookBehind(t);
    chosen[t] = bestChoice;
    slotChosen[t] = bestChoice == NONE ? 0 : slot(bestStart + ticks[t][bestChoice]);
  }

  /** Looks at executions that complete in a slot. */
  private void look(int t, int slot, float most) {
    double[][] paid = pays[tasks.get(t).type()];
    for (int c = 0; c < paid.length; c++) {
      if (most - paid[c][slot] > bestValue) {
        look(t, c, slot);
      }
    }
  }

  private void look(int t, int choice, int slot) {
    long length = ticks[t][choice];
    long last = Math.min(end, origin + (slot + 1) * prices.width() - length);
    Task task = tasks.get(t);
    long start = Math.max(task.arrival(), origin + slot * prices.width() - length);
    while (start <= last) {
      long to = Math.min(last, lastOfPiece(task, start, length));
      offer(t, choice, start, to);
      start = to + 1;
    }
  }

  /**
   * Looks at executions that complete behind the last slot. Of one that counts by the share before
   * it, no more is left than of the whole at the least prices that it may meet.
   */
  private void lookBehind(int t) {
    float most = atBorder[t][atBorder[t].length - 1];
    boolean isFree = earnings.measured().end() > end;
    for (int c = 0; c < ticks[t].length && most > bestValue; c++) {
      if (isFree) {
        lookAcrossEnd(t, c);
        lookBehindEnd(t, c);
      } else if (earnings.share() == EarnedShare.PRORATED && most - leastAtEnd(t, c) > bestValue) {
        lookAcrossEnd(t, c);
      }
    }
  }

  private double leastAtEnd(int t, int choice) {
    int type = tasks.get(t).type();
    long length = ticks[t][choice];
    int slot = slot(end - length);
    double joule = Double.POSITIVE_INFINITY;
    for (int k = slot; k < prices.slots(); k++) {
      joule = Math.min(joule, leastEnergy.get(0, k));
    }
    double perTick = leastFrom[machineTypes[type][choice]][slot] + joules[type][choice] * joule;
    return length * perTick;
  }

  private void fillLeastAtEnd() {
    for (int j = 0; j < machines.length; j++) {
      double least = Double.POSITIVE_INFINITY;
      for (int slot = prices.slots() - 1; slot >= 0; slot--) {
        least = Math.min(least, prices.get(j, slot));
        leastFrom[j][slot] = least;
      }
    }
  }

  private void lookAcrossEnd(int t, int choice) {
    long length = ticks[t][choice];
    long behind = origin + prices.slots() * prices.width() - length;
    Task task = tasks.get(t);
    long start = Math.max(task.arrival(), behind);
    while (start < end) {
      long to = Math.min(end, lastOfPiece(task, start, length));
      offer(t, choice, start, to);
      start = to + 1;
    }
  }

  /** Starts behind the last slot, where all is free. */
  private void lookBehindEnd(int t, int choice) {
    Task task = tasks.get(t);
    long start = Math.max(end, task.arrival());
    double share = versions[task.type()][choice].share();
    double value = share * utility(task, start + ticks[t][choice]);
    if (value > bestValue) {
      bestValue = value;
      bestChoice = choice;
      bestStart = start;
    }
  }

  private int slot(long time) {
    return Math.clamp((time - origin) / prices.width(), 0, prices.slots() - 1);
  }

  private long lastOfPiece(Task task, long start, long length) {
    long last = Math.min(nextBorder(start), nextBorder(start + length) - length);
    long onTime = task.deadline() - length;
    return start <= onTime ? Math.min(last, onTime) : last;
  }

  private long nextBorder(long time) {
    int border = borderOfSlot[slot(time)];
    while (border < borders.length && borders[border] <= time) {
      border++;
    }
    return border < borders.length ? borders[border] : Long.MAX_VALUE;
  }

  /** Looks at the starts of a piece. */
  private void offer(int t, int choice, long from, long to) {
    double first = share(from, ticks[t][choice]);
    double last = share(to, ticks[t][choice]);
    if (first == 0 && last == 0) {
      return;
    }
    if (first == last) {
      offer(t, choice, from, to, first);
      return;
    }
    long length = to - from + 1;
    for (int part = 0; part < PARTS; part++) {
      long begin = from + length * part / PARTS;
      long end = from + length * (part + 1) / PARTS - 1;
      if (end >= begin) {
        double most = Math.max(share(begin, ticks[t][choice]), share(end, ticks[t][choice]));
        offer(t, choice, begin, end, most);
      }
    }
  }

  private double share(long start, long length) {
    return earnings.share().of(earnings.measured(), start, start + length);
  }

  private void offer(int t, int choice, long from, long to, double share) {
    Task task = tasks.get(t);
    int type = task.type();
    double most = share * versions[type][choice].share() * utility(task, from + ticks[t][choice]);
    if (most > bestValue) {
      double atFirst = most - cost(type, choice, from, ticks[t][choice]);
      double atLast = to == from ? atFirst : most - cost(type, choice, to, ticks[t][choice]);
      double value = Math.max(atFirst, atLast);
      if (value > bestValue) {
        bestValue = value;
        bestChoice = choice;
        bestStart = atLast > atFirst ? to : from;
      }
    }
  }

  private double cost(int type, int choice, long start, long length) {
    double time = prices.cost(machineTypes[type][choice], start - origin, length);
    return time + joules[type][choice] * energy.cost(start, start + length);
  }

  private void take(int t, double[][] taken, double... joulesTaken) {
    int type = tasks.get(t).type();
    long until = bestStart + ticks[t][bestChoice];
    energy.take(joulesTaken, joules[type][bestChoice], bestStart, until);
    prices.take(taken[machineTypes[type][bestChoice]], bestStart - origin, ticks[t][bestChoice]);
  }
}
