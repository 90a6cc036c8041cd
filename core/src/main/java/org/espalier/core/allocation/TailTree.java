package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * The tails of the queues of machines of one type, bounded from below one by one and in groups.
 *
 * <p>A tail is cut into slices of equal probability, and the earliest time of each is kept, in
 * steps of the lattice and parts of them. A group has the earliest of its members' for each slice:
 * so no member starts a task sooner, in distribution. What a bound costs does not hang on the size
 * of the group. Groups are of {@value #FAN} machines that come one after the other by their means,
 * so that they are alike; then groups of groups, up to one that holds all.
 *
 * <p>Under PENDING slices are of {@link MachineQueue#SHARE_LEFT} of the probability: a tail later
 * on has no more than an outcome's probability now over the share of the running task's outcomes
 * that are left, which is at least that until the time that {@link MachineQueue#tailBoundsUntil}
 * tells.
 */
final class TailTree {
  private static final int SLICES = 16;
  private static final int FAN = 8;
  private static final int ABSENT = -1;

  /** More than masses that do not quite sum to 1 can move a bound on a chance. */
  private static final double CHANCE_MARGIN = 1e-8;

  /** More than such masses can move a bound on an expected completion, in ticks. */
  private static final double TIME_MARGIN = 1e-3;

  private final DroppingScope scope;
  private final double share;

  /** By level, the slices of each of its groups; those of level 0 are of single machines. */
  private final double[][] levels;

  /** Machines, by place in the order. */
  private final int[] members;

  /** The sum of a member's slices, by which they are in order. */
  private final double[] keys;

  /** The place of each machine, or {@link #ABSENT}. */
  private final int[] places;

  /** The version of the queue that is in it, by machine. */
  private final long[] versions;

  private final double[] slices = new double[SLICES];
  private int size;

  /** An empty tree, with room for so many machines. */
  TailTree(int machines, DroppingScope scope) {
    this.scope = scope;
    this.share = scope == DroppingScope.PENDING ? MachineQueue.SHARE_LEFT : 1;
    this.members = new int[machines];
    this.keys = new double[machines];
    this.versions = new long[machines];
    this.places = new int[machines];
    Arrays.fill(places, ABSENT);
    int height = 1;
    for (int groups = machines; groups > 1; groups = groupsOf(groups)) {
      height++;
    }
    levels = new double[height][];
    int groups = machines;
    for (int level = 0; level < height; level++) {
      levels[level] = new double[groups * SLICES];
      groups = groupsOf(groups);
    }
  }

  private static int groupsOf(int parts) {
    return (parts + FAN - 1) / FAN;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The level of the group of all. */
  int top() {
    return levels.length - 1;
  }

  /** The machine at a place of level 0. */
  int machine(int place) {
    return members[place];
  }

  boolean has(int machine) {
    return places[machine] != ABSENT;
  }

  /** The place of a machine in level 0. */
  int place(int machine) {
    return places[machine];
  }

  /** The first group of the level below that is in a group. */
  static int firstBelow(int group) {
    return group * FAN;
  }

  /** The last one of them. */
  int lastBelow(int level, int group) {
    return Math.min((group + 1) * FAN, groups(level - 1)) - 1;
  }

  /** Number of groups of a level that have members. */
  private int groups(int level) {
    int groups = size;
    for (int l = 0; l < level; l++) {
      groups = groupsOf(groups);
    }
    return groups;
  }

  /** Puts a machine in, or renews it, with its queue's tail. */
  void put(int machine, MachineQueue queue) {
    if (has(machine) && versions[machine] == queue.version()) {
      return;
    }
    versions[machine] = queue.version();
    Pmf tail = queue.tail();
    TypeTimes times = queue.times();
    double key = 0;
    for (int i = 0; i < SLICES; i++) {
      slices[i] = times.steps(tail.quantile(share * i / SLICES));
      key += slices[i];
    }
    int from = has(machine) ? places[machine] : size++;
    int to = from;
    while (to > 0 && keys[to - 1] > key) {
      to--;
    }
    while (to >= from && to < size - 1 && keys[to + 1] < key) {
      to++;
    }
    move(from, to);
    members[to] = machine;
    keys[to] = key;
    places[machine] = to;
    System.arraycopy(slices, 0, levels[0], to * SLICES, SLICES);
    renewAbove(Math.min(from, to), Math.max(from, to));
  }

  /** Makes a place free by moving those between it and another place into the latter. */
  private void move(int free, int wanted) {
    int moved = wanted < free ? wanted : free + 1;
    int to = wanted < free ? wanted + 1 : free;
    int count = Math.abs(free - wanted);
    System.arraycopy(members, moved, members, to, count);
    System.arraycopy(keys, moved, keys, to, count);
    System.arraycopy(levels[0], moved * SLICES, levels[0], to * SLICES, count * SLICES);
    for (int place = to; place < to + count; place++) {
      places[members[place]] = place;
    }
  }

  /** Takes a machine out, if it is in. */
  void remove(int machine) {
    if (has(machine)) {
      int place = places[machine];
      places[machine] = ABSENT;
      move(place, size - 1);
      size--;
      renewAbove(place, size);
    }
  }

  private void renewAbove(int first, int last) {
    int from = first;
    int to = last;
    for (int level = 1; level < levels.length; level++) {
      from /= FAN;
      to /= FAN;
      int groups = groups(level);
      for (int group = from; group <= to && group < groups; group++) {
        renew(level, group);
      }
    }
  }

  private void renew(int level, int group) {
    double[] above = levels[level];
    double[] below = levels[level - 1];
    int first = firstBelow(group) * SLICES;
    int end = (lastBelow(level, group) + 1) * SLICES;
    int at = group * SLICES;
    System.arraycopy(below, first, above, at, SLICES);
    for (int member = first + SLICES; member < end; member += SLICES) {
      for (int i = 0; i < SLICES; i++) {
        above[at + i] = Math.min(above[at + i], below[member + i]);
      }
    }
  }

  /** Not less than the chance of success of a task behind any of a group's queues. */
  double chanceAtMost(int level, int group, LatticeTable execution, double deadlineInSteps) {
    double[] starts = levels[level];
    double sum = 0;
    for (int i = group * SLICES; i < (group + 1) * SLICES; i++) {
      sum += execution.withinAtMost(deadlineInSteps - starts[i]);
    }
    return sum == 0 ? 0 : Math.min(1, sum / SLICES + CHANCE_MARGIN);
  }

  /** Not more than the expected completion of a task behind any of a group's queues, in ticks. */
  double completionAtLeast(int level, int group, LatticeTable execution, double deadlineInSteps) {
    double[] starts = levels[level];
    double step = execution.step;
    double sum = 0;
    for (int i = group * SLICES; i < (group + 1) * SLICES; i++) {
      double left = deadlineInSteps - starts[i];
      sum += starts[i] * step;
      sum +=
          switch (scope) {
            case NONE -> execution.mean;
            case PENDING -> Math.min(execution.mean, Math.max(0, left * step));
            case EXECUTING -> execution.limitedAtLeast(left);
          };
    }
    return sum / SLICES - TIME_MARGIN;
  }
}
