package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.espalier.core.bound.SlotPrices;
import org.espalier.core.bound.TimeMarket;
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
 * <p>A task counts with the most that is {@linkplain Task#falling still to be had}: the bound of
 * one that rises is less tight.
 *
 * <p>The starts that a task may choose are cut into pieces between those at which its execution
 * begins or ends where prices or shares change, or ends at its deadline. Within a piece its cost is
 * a line in the start, so that it costs least at one of the ends; its utility is taken as at the
 * first start and its share as at the better end. That is no less than any start of the piece
 * brings, whatever the utility function. Where the share changes within a piece it is cut into
 * smaller ones.
 *
 * <p>Times are ticks; those of the {@link TimeMarket} count from the first arrival.
 */
final class EarningTasks implements TimeMarket.Tasks {
  private static final int PARTS = 24;
  private static final int MOST_SLOTS = 1000;

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

  /** What each choice serves a task as, by task type and choice. */
  private final Version[][] versions;

  /** By task, its utility at the slot borders from its arrival on, rounded up. */
  private final float[][] atBorder;

  private final double[] machines;
  private final TimeMarket market;
  private final EnergyPrices energy;
  private final SlotPrices leastEnergy;
  private final long origin;
  private final long end;
  private final long width;
  private final int slots;

  /** Times at which a price or share may change. */
  private final long[] borders;

  /** By slot, the first border in it. */
  private final int[] borderOfSlot;

  /**
   * @param system the system as it is
   * @param given the tasks, at least one, in order of arrival
   * @param times what tasks take, the same on all machines of a type
   * @param slotTicks how wide slots are, about; they are wider where there would be too many
   */
  EarningTasks(
      HcSystem system,
      List<Task> given,
      ExecutionTimes times,
      Earnings earnings,
      double slotTicks) {
    this.tasks = given.stream().map(Task::falling).toList();
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
    shortest = new long[pStates.length][];
    for (int type = 0; type < pStates.length; type++) {
      choices(system, type, pStates);
      shortest[type] = new long[pStates[type].length];
      Arrays.fill(shortest[type], Long.MAX_VALUE);
    }
    ticks = new long[tasks.size()][];
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
    origin = tasks.getFirst().arrival();
    boolean isEndless = earnings.measured().end() == TimeSpan.ALWAYS.end();
    long span = Math.max(1, (isEndless ? drained() : earnings.measured().end()) - origin);
    long fitting = Math.max(1, span / Math.max(1, (long) Math.ceil(slotTicks)));
    slots = (int) Math.min(MOST_SLOTS, fitting);
    width = (span + slots - 1) / slots;
    end = origin + (isEndless ? slots * width : span);
    leastEnergy = new SlotPrices(width, slots);
    energy = new EnergyPrices(earnings.periods(), new TimeSpan(origin, end));
    borders = borders();
    borderOfSlot = new int[slots];
    Arrays.setAll(borderOfSlot, k -> Arrays.binarySearch(borders, origin + k * width));
    atBorder = new float[ticks.length][];
    Arrays.setAll(atBorder, t -> atBorders(tasks.get(t)));
    market = new TimeMarket(this, machines, width, slots);
  }

  private float[] atBorders(Task task) {
    int first = slot(task.arrival());
    float[] utilities = new float[slots - first + 1];
    for (int k = 0; k < utilities.length; k++) {
      long time = Math.max(task.arrival(), origin + (first + k) * width);
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
    LongStream ofSlots = LongStream.rangeClosed(0, slots).map(k -> origin + k * width);
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

  /** What a task earns by a choice. */
  private double earned(int t, int choice, long completion) {
    Task task = tasks.get(t);
    return versions[task.type()][choice].share() * utility(task, completion);
  }

  /** What they buy. */
  TimeMarket market() {
    return market;
  }

  EnergyPrices energy() {
    return energy;
  }

  /** The ticks of all machines in all slots. */
  double machineTicks() {
    return Arrays.stream(machines).sum() * width * slots;
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
   * @param joulesTaken by period, to which the energy that the tasks then take is added
   */
  double value(double... joulesTaken) {
    fillLeastEnergy();
    double value = energy.all() + market.value();
    for (int t = 0; t < ticks.length; t++) {
      int choice = market.choice(t);
      if (choice != TimeMarket.NONE) {
        long start = origin + (long) market.start(t);
        double watts = joules[tasks.get(t).type()][choice];
        energy.take(joulesTaken, watts, start, start + ticks[t][choice]);
      }
    }
    return value;
  }

  /** The least price of a joule in each slot. */
  private void fillLeastEnergy() {
    double[] least = new double[slots];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int slot = 0; slot < slots; slot++) {
      long next = origin + (slot + 1) * width;
      for (int b = borderOfSlot[slot]; borders[b] < next; b++) {
        least[slot] = Math.min(least[slot], energy.at(borders[b]));
      }
    }
    leastEnergy.set(least);
  }

  @Override
  public int[] types() {
    return tasks.stream().mapToInt(Task::type).toArray();
  }

  @Override
  public int[] machineTypes(int type) {
    return machineTypes[type];
  }

  @Override
  public double shortest(int type, int choice) {
    return shortest[type][choice];
  }

  @Override
  public double length(int task, int choice) {
    return ticks[task][choice];
  }

  @Override
  public double least() {
    return 0;
  }

  @Override
  public int firstSlot(int task) {
    return slot(Math.max(tasks.get(task).arrival(), earnings.measured().start()));
  }

  @Override
  public double most(int task, int slot) {
    return atBorder[task][slot - (slots + 1 - atBorder[task].length)];
  }

  /** Nothing behind the end. */
  @Override
  public double energy(int task, int choice, double start) {
    long from = origin + (long) start;
    double perTick = joules[tasks.get(task).type()][choice];
    return from < end ? perTick * energy.cost(from, from + ticks[task][choice]) : 0;
  }

  @Override
  public double leastEnergy(int type, int choice, double start) {
    return joules[type][choice] * leastEnergy.cost(start, shortest[type][choice]);
  }

  /** Behind the last slot also at its end, where all is free unless nothing counts any more. */
  @Override
  public void look(int t, int choice, int slot) {
    Task task = tasks.get(t);
    long length = ticks[t][choice];
    boolean isBehind = slot == slots;
    boolean isFree = earnings.measured().end() > end;
    if (isBehind && !isFree && earnings.share() != EarnedShare.PRORATED) {
      return;
    }
    long last = isBehind ? end - 1 : Math.min(end, origin + (slot + 1) * width - length);
    long start = Math.max(task.arrival(), origin + slot * width - length);
    while (start <= last) {
      long to = Math.min(last, lastOfPiece(task, start, length));
      offer(t, choice, start, to);
      start = to + 1;
    }
    if (isBehind && isFree) {
      start = Math.max(end, task.arrival());
      market.offer(t, choice, (double) start - origin, earned(t, choice, start + length));
    }
  }

  private int slot(long time) {
    return Math.clamp((time - origin) / width, 0, slots - 1);
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
    double most = share * earned(t, choice, from + ticks[t][choice]);
    market.offer(t, choice, (double) from - origin, most);
    if (to > from) {
      market.offer(t, choice, (double) to - origin, most);
    }
  }
}
