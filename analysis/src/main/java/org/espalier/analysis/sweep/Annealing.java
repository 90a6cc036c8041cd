package org.espalier.analysis.sweep;

import java.util.SplittableRandom;
import org.espalier.analysis.problem.Allocation;

/**
 * Simulated annealing of an allocation for a weight of energy: what is to be large is the utility
 * less the weighted energy. A step moves one task to another machine, exchanges two tasks of
 * different machines, moves one along its machine's sequence, or changes its P-state. Only what
 * comes behind the changed places of the two machines is reckoned again, up to where the old times
 * are met, or until the step is known to lose too much.
 */
final class Annealing {
  private static final double RELOCATIONS = 0.6;
  private static final double EXCHANGES = 0.25;
  private static final int TRIES = 6;
  private static final double NEAR = 0.5;
  private static final int NEAR_PLACES = 8;

  private final TaskTable table;
  private final SplittableRandom random;
  private Draft draft;
  private double lambda;
  private double utility;
  private double joules;

  /** By task, when its machine goes on. */
  private final double[] done;

  /** By task, what it earns; 0 if it is not executed. */
  private final double[] worth;

  /** By task, the energy that it spends; 0 if it is not executed. */
  private final double[] spent;

  /** By task, the time and energy of its execution where it is placed. */
  private final double[] seconds;

  private final double[] cost;
  private final int[] position;

  Annealing(TaskTable table, SplittableRandom random, Draft draft) {
    this.table = table;
    this.random = random;
    this.draft = draft;
    done = new double[table.tasks];
    worth = new double[table.tasks];
    spent = new double[table.tasks];
    seconds = new double[table.tasks];
    cost = new double[table.tasks];
    position = new int[table.tasks];
    start(draft);
  }

  /** Goes on from another allocation, which it changes. */
  void start(Draft other) {
    draft = other;
    utility = 0;
    joules = 0;
    for (int task = 0; task < table.tasks; task++) {
      worth[task] = 0;
      spent[task] = 0;
      done[task] = -1;
      if (draft.placements[task] != Allocation.NOT_EXECUTED) {
        setMode(task, draft.placements[task]);
      }
    }
    for (int machine = 0; machine < table.machines; machine++) {
      commit(machine, 0, draft.lengths[machine]);
    }
  }

  void weigh(double weight) {
    lambda = weight;
  }

  Draft draft() {
    return draft;
  }

  double utility() {
    return utility;
  }

  double joules() {
    return joules;
  }

  double value() {
    return utility - lambda * joules;
  }

  /** Takes one step; whether it changed the allocation. */
  boolean step(double temperature) {
    double kind = random.nextDouble();
    int task = random.nextInt(table.tasks);
    double least = temperature * Math.log(random.nextDouble());
    if (kind < RELOCATIONS) {
      return relocate(task, least);
    }
    if (draft.placements[task] == Allocation.NOT_EXECUTED) {
      return false;
    }
    if (kind < RELOCATIONS + EXCHANGES) {
      return exchange(task, least);
    }
    return shift(task, least);
  }

  private boolean relocate(int task, double least) {
    int old = draft.placements[task];
    double change = 0;
    int from = -1;
    if (old != Allocation.NOT_EXECUTED) {
      from = table.problem.machineOf(old);
      int place = position[task];
      change =
          lambda * spent[task]
              - worth[task]
              + change(from, place + 1, timeBefore(from, place), Double.NEGATIVE_INFINITY);
      if (table.mayDrop && change >= least && change > 0) {
        remove(task, from);
        return true;
      }
    }
    int[] choices = table.problem.placementsFor(table.problem.type(task));
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int placement = choices[random.nextInt(choices.length)];
      int to = table.problem.machineOf(placement);
      if (to != from && insert(task, placement, to, from, change, least)) {
        return true;
      }
    }
    if (table.mayDrop && from >= 0 && change >= least) {
      remove(task, from);
      return true;
    }
    return false;
  }

  private boolean insert(int task, int placement, int to, int from, double soFar, double least) {
    int mode = table.problem.modeOf(placement);
    int place = place(task, to);
    double start = Math.max(timeBefore(to, place), table.problem.arrival(task));
    double completion = start + table.seconds(task, mode);
    if (completion > table.problem.latestCompletion(task)) {
      return false;
    }
    double change = soFar + table.utility(task, completion) - lambda * table.joules(task, mode);
    if (change < least) {
      return false;
    }
    change += change(to, place, completion, least - change);
    if (change < least) {
      return false;
    }
    if (from >= 0) {
      remove(task, from);
    }
    draft.insert(task, to, place, placement);
    setMode(task, placement);
    commit(to, place, place + 1);
    return true;
  }

  private void remove(int task, int machine) {
    int place = position[task];
    draft.remove(machine, place);
    utility -= worth[task];
    joules -= spent[task];
    worth[task] = 0;
    spent[task] = 0;
    done[task] = -1;
    commit(machine, place, place);
  }

  /** A place on a machine for a task: not before what is done when it arrives. */
  private int place(int task, int machine) {
    int[] sequence = draft.sequences[machine];
    int low = 0;
    int high = draft.lengths[machine];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (done[sequence[middle]] <= table.problem.arrival(task)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int places = draft.lengths[machine] - low + 1;
    if (places > NEAR_PLACES && random.nextDouble() < NEAR) {
      places = NEAR_PLACES;
    }
    return low + random.nextInt(places);
  }

  private boolean exchange(int one, double least) {
    int other = random.nextInt(table.tasks);
    int oneOld = draft.placements[one];
    int otherOld = draft.placements[other];
    if (otherOld == Allocation.NOT_EXECUTED) {
      return false;
    }
    int a = table.problem.machineOf(oneOld);
    int b = table.problem.machineOf(otherOld);
    int oneNew = anyPlacement(one, b);
    int otherNew = anyPlacement(other, a);
    if (a == b || oneNew < 0 || otherNew < 0) {
      return false;
    }
    int atA = position[one];
    int atB = position[other];
    put(other, otherNew, a, atA);
    put(one, oneNew, b, atB);
    double change = change(a, atA, timeBefore(a, atA), Double.NEGATIVE_INFINITY, atA + 1);
    change += change(b, atB, timeBefore(b, atB), least - change, atB + 1);
    if (change >= least) {
      commit(a, atA, atA + 1);
      commit(b, atB, atB + 1);
      return true;
    }
    put(one, oneOld, a, atA);
    put(other, otherOld, b, atB);
    return false;
  }

  private void put(int task, int placement, int machine, int place) {
    draft.sequences[machine][place] = task;
    draft.placements[task] = placement;
    setMode(task, placement);
  }

  /** A placement on a machine in any P-state; -1 if it cannot run there. */
  private int anyPlacement(int task, int machine) {
    int first = table.problem.firstPlacement(machine);
    if (table.seconds(task, table.problem.modeOf(first)) == Double.POSITIVE_INFINITY) {
      return -1;
    }
    int states = table.problem.firstPlacement(machine + 1) - first;
    return states == 1 ? first : first + random.nextInt(states);
  }

  /** Along the sequence of its machine, or to another P-state. */
  private boolean shift(int task, double least) {
    int old = draft.placements[task];
    int machine = table.problem.machineOf(old);
    int from = position[task];
    int to = place(task, machine);
    if (random.nextBoolean()) {
      to = from + 1;
    }
    to = Math.min(to, draft.lengths[machine] - 1);
    int placement = random.nextInt(4) == 0 ? anyPlacement(task, machine) : old;
    if (to == from && placement == old) {
      return false;
    }
    rotate(machine, from, to);
    draft.placements[task] = placement;
    setMode(task, placement);
    int first = Math.min(from, to);
    int ordered = Math.max(from, to) + 1;
    double time = timeBefore(machine, first);
    if (change(machine, first, time, Double.NEGATIVE_INFINITY, ordered) >= least) {
      commit(machine, first, ordered);
      return true;
    }
    rotate(machine, to, from);
    draft.placements[task] = old;
    setMode(task, old);
    return false;
  }

  private void rotate(int machine, int from, int to) {
    int[] sequence = draft.sequences[machine];
    int task = sequence[from];
    if (from < to) {
      System.arraycopy(sequence, from + 1, sequence, from, to - from);
    } else {
      System.arraycopy(sequence, to, sequence, to + 1, from - to);
    }
    sequence[to] = task;
  }

  private void setMode(int task, int placement) {
    int mode = table.problem.modeOf(placement);
    seconds[task] = table.seconds(task, mode);
    cost[task] = table.joules(task, mode);
  }

  private double timeBefore(int machine, int place) {
    return place == 0 ? 0 : done[draft.sequences[machine][place - 1]];
  }

  private double change(int machine, int place, double time, double least) {
    return change(machine, place, time, least, place);
  }

  /**
   * By how much the value changes from a place of a machine on if it goes on from another time.
   *
   * @param least it may stop below this
   * @param ordered from here on the sequence is as it was
   */
  private double change(int machine, int place, double time, double least, int ordered) {
    int[] sequence = draft.sequences[machine];
    int length = draft.lengths[machine];
    double change = 0;
    double now = time;
    for (int k = place; k < length; k++) {
      int task = sequence[k];
      double completion = Math.max(now, table.problem.arrival(task)) + seconds[task];
      double value = 0;
      if (completion <= table.problem.latestCompletion(task)) {
        now = completion;
        value = table.utility(task, completion) - lambda * cost[task];
      }
      change += value - worth[task] + lambda * spent[task];
      if (change < least || (k >= ordered && now == done[task])) {
        return change;
      }
    }
    return change;
  }

  /**
   * Takes over what comes of a machine's sequence from a place on.
   *
   * @param ordered from here on the sequence is as it was, but for the positions
   */
  private void commit(int machine, int place, int ordered) {
    int[] sequence = draft.sequences[machine];
    int length = draft.lengths[machine];
    double now = timeBefore(machine, place);
    for (int k = place; k < length; k++) {
      int task = sequence[k];
      double completion = Math.max(now, table.problem.arrival(task)) + seconds[task];
      double earned = 0;
      double energy = 0;
      if (completion <= table.problem.latestCompletion(task)) {
        now = completion;
        earned = table.utility(task, completion);
        energy = cost[task];
      }
      utility += earned - worth[task];
      joules += energy - spent[task];
      worth[task] = earned;
      spent[task] = energy;
      boolean met = k >= ordered && now == done[task];
      done[task] = now;
      position[task] = k;
      if (met) {
        renumber(machine, k + 1);
        return;
      }
    }
  }

  private void renumber(int machine, int place) {
    int[] sequence = draft.sequences[machine];
    for (int k = place; k < draft.lengths[machine]; k++) {
      position[sequence[k]] = k;
    }
  }

  Allocation allocation() {
    return draft.allocation(done);
  }

  /** The allocation of a draft. */
  static Allocation allocation(TaskTable table, Draft draft) {
    return new Annealing(table, new SplittableRandom(0), draft).allocation();
  }
}
