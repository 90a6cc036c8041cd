package org.espalier.analysis.nsga2;

import java.util.Arrays;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityTable;

/**
 * Runs the machines of chromosomes. What changes on a machine is a list of events in order of the
 * global scheduling order: a task is taken away or put in. Between two events the entries of the
 * parent follow as they are.
 */
final class MachineRunner implements ChromosomeEvaluation.Worker<Runs> {
  /** If more than one task in so many changed, everything is run. */
  private static final int FEW = 16;

  private static final int NONE = -1;

  private final MachineRuns tables;
  private final boolean earnsUtility;
  private final boolean countsOnTime;
  private final int taskBits;
  private final int taskMask;

  private final int[] sequence;
  private final int[] starts;
  private final int[] fills;

  /** Per machine the last of its events, which point to the one before. */
  private final int[] lastEvent;

  private final int[] eventBefore;

  /** Order, task, and whether it is put in; so in the order of the machine. */
  private final long[] eventKeys;

  private final long[] events;
  private final int[] changes;
  private final long[] oneEntry = new long[1];

  /** The machine that is run: where its entries go and how it stands. */
  private Runs runs;

  private int machine;
  private int place;
  private double completion;
  private double firstSum;
  private double secondSum;

  MachineRunner(MachineRuns tables) {
    this.tables = tables;
    earnsUtility = tables.first == Objective.UTILITY;
    countsOnTime = tables.second == Objective.ROBUSTNESS;
    taskBits = Integer.SIZE - Integer.numberOfLeadingZeros(tables.tasks);
    taskMask = (1 << taskBits) - 1;
    sequence = new int[tables.tasks];
    starts = new int[tables.tasks + 1];
    fills = new int[tables.machines];
    lastEvent = new int[tables.machines];
    eventBefore = new int[2 * tables.tasks];
    eventKeys = new long[2 * tables.tasks];
    events = new long[2 * tables.tasks];
    changes = new int[tables.machines];
    runs = new Runs(0, 0);
  }

  @Override
  public void evaluate(Chromosome<Runs> chromosome) {
    runs = chromosome.state();
    sortByOrder(chromosome.orders());
    assign(chromosome.placements());
    for (int m = 0; m < tables.machines; m++) {
      begin(m, 0);
      int from = runs.begins[m];
      run(runs.entries, from, runs.begins[m + 1]);
      end();
    }
    tables.setLosses(chromosome);
  }

  /** By counting, so that equal orders stay in order of the tasks. */
  private void sortByOrder(int[] orders) {
    Arrays.fill(starts, 0);
    for (int order : orders) {
      starts[order + 1]++;
    }
    for (int order = 0; order < orders.length; order++) {
      starts[order + 1] += starts[order];
    }
    for (int task = 0; task < orders.length; task++) {
      sequence[starts[orders[task]]++] = task;
    }
  }

  private void assign(int[] placements) {
    Arrays.fill(changes, 0);
    for (int placement : placements) {
      if (placement != Allocation.NOT_EXECUTED) {
        changes[tables.problem.machineOf(placement)]++;
      }
    }
    runs.begins[0] = 0;
    for (int m = 0; m < tables.machines; m++) {
      fills[m] = runs.begins[m];
      runs.begins[m + 1] = runs.begins[m] + changes[m];
    }
    for (int task : sequence) {
      int placement = placements[task];
      if (placement != Allocation.NOT_EXECUTED) {
        int at = fills[tables.problem.machineOf(placement)]++;
        runs.entries[at] = entry(task, placement);
      }
    }
  }

  private long entry(int task, int placement) {
    int pState = placement - tables.problem.firstPlacement(tables.problem.machineOf(placement));
    return (long) tables.utilities.firstPiece(task) << Integer.SIZE | pState << taskBits | task;
  }

  @Override
  public void evaluate(
      Chromosome<Runs> offspring, Chromosome<Runs> parent, int[] changed, int count) {
    if (count > tables.tasks / FEW) {
      evaluate(offspring);
      return;
    }
    listEvents(offspring, parent, changed, count);
    runs = offspring.state();
    Runs before = parent.state();
    runs.copyEnds(before);
    runs.begins[0] = 0;
    for (int m = 0; m < tables.machines; m++) {
      runs.begins[m + 1] = runs.begins[m] + before.length(m) + changes[m];
      if (lastEvent[m] == NONE) {
        runs.copyMachine(before, m);
      } else {
        change(m, offspring.placements(), parent);
      }
    }
    tables.setLosses(offspring);
  }

  private void listEvents(
      Chromosome<Runs> offspring, Chromosome<Runs> parent, int[] changed, int count) {
    Arrays.fill(lastEvent, NONE);
    Arrays.fill(changes, 0);
    int listed = 0;
    for (int i = 0; i < count; i++) {
      int task = changed[i];
      int was = parent.placements()[task];
      if (was != Allocation.NOT_EXECUTED) {
        list(listed++, was, (long) parent.orders()[task] << taskBits | task, 0);
      }
      int is = offspring.placements()[task];
      if (is != Allocation.NOT_EXECUTED) {
        list(listed++, is, (long) offspring.orders()[task] << taskBits | task, 1);
      }
    }
  }

  private void list(int event, int placement, long key, int in) {
    int m = tables.problem.machineOf(placement);
    eventKeys[event] = key << 1 | in;
    eventBefore[event] = lastEvent[m];
    lastEvent[m] = event;
    changes[m] += 2 * in - 1;
  }

  /** Runs a machine with its events. */
  private void change(int m, int[] placements, Chromosome<Runs> parent) {
    int count = sortEvents(m);
    Runs before = parent.state();
    int from = before.begins[m];
    int to = before.begins[m + 1];
    int next = place(before.entries, from, to, parent.orders(), events[0] >>> 1);
    int at = from + resume(m, before, next - from);
    for (int i = 0; i < count; i++) {
      long key = events[i] >>> 1;
      next = i == 0 ? next : place(before.entries, at, to, parent.orders(), key);
      run(before.entries, at, next);
      at = next;
      if ((events[i] & 1) == 0) {
        at++;
      } else {
        int task = (int) key & taskMask;
        oneEntry[0] = entry(task, placements[task]);
        run(oneEntry, 0, 1);
      }
    }
    run(before.entries, at, to);
    end();
  }

  private int sortEvents(int m) {
    int count = 0;
    for (int event = lastEvent[m]; event != NONE; event = eventBefore[event]) {
      events[count++] = eventKeys[event];
    }
    Arrays.sort(events, 0, count);
    return count;
  }

  /** The first of some entries that does not come before a key of order and task. */
  private int place(long[] entries, int from, int to, int[] orders, long key) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int task = (int) entries[middle] & taskMask;
      if (((long) orders[task] << taskBits | task) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Goes to the last known standing before a place of a machine; which place that is. */
  private int resume(int m, Runs before, int wanted) {
    boolean isEnd = wanted == before.length(m);
    int from = isEnd ? wanted : wanted & ~Runs.SPACING_MASK;
    runs.copyEntries(before, m, from);
    runs.copyMarks(before, m, (from + Runs.SPACING_MASK) >> Runs.SPACING_BITS);
    begin(m, from);
    if (from > 0) {
      int mark = isEnd ? Runs.MARK * m : before.mark(m, from);
      double[] standing = isEnd ? before.ends : before.marks;
      completion = standing[mark];
      firstSum = standing[mark + 1];
      secondSum = standing[mark + 2];
    }
    return from;
  }

  private void begin(int m, int from) {
    machine = m;
    place = from;
    completion = 0;
    firstSum = 0;
    secondSum = 0;
  }

  private void end() {
    write(runs.ends, Runs.MARK * machine, completion, firstSum, secondSum);
  }

  private static void write(double[] to, int at, double completion, double first, double second) {
    to[at] = completion;
    to[at + 1] = first;
    to[at + 2] = second;
  }

  /** Runs some entries next on the machine. */
  private void run(long[] from, int begin, int end) {
    MachineRuns t = tables;
    StaticProblem problem = t.problem;
    UtilityTable utilities = t.utilities;
    long[] entries = runs.entries;
    int offset = runs.begins[machine];
    int mode = problem.firstMode(problem.machineTypeOf(machine));
    double done = completion;
    double first = firstSum;
    double second = secondSum;
    int at = place;
    for (int i = begin; i < end; i++, at++) {
      if ((at & Runs.SPACING_MASK) == 0) {
        write(runs.marks, runs.mark(machine, at), done, first, second);
      }
      long entry = from[i];
      int task = (int) entry & taskMask;
      int cell = t.rows[task] + mode + ((int) entry >>> taskBits);
      double arrival = problem.arrival(task);
      double completes = (done > arrival ? done : arrival) + t.seconds[cell];
      if (!t.drops || completes <= problem.latestCompletion(task)) {
        done = completes;
        second += t.secondWeights[cell];
        if (earnsUtility) {
          double since = done - arrival;
          int piece = utilities.piece((int) (entry >>> Integer.SIZE), since);
          entry = (long) piece << Integer.SIZE | (int) entry;
          first += utilities.of(piece, since);
        } else {
          first += t.firstWeights[cell];
        }
        if (countsOnTime && done <= problem.deadline(task)) {
          second++;
        }
      }
      entries[offset + at] = entry;
    }
    completion = done;
    firstSum = first;
    secondSum = second;
    place = at;
  }
}
