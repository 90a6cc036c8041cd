package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a resource manager as a search for placements wants them: types first.
 *
 * <p>Machines of one type differ in their queues only. Where there are more than a few placements,
 * those with room and those without stand in a {@link TailTree} each, by type. Of machines that are
 * alike ({@link MachineQueue#likeness}), as all empty ones are, only the first one does.
 *
 * <p>It also tells which machines have <em>opened</em> since a time: their queues have changed
 * otherwise than by time passing or a task more at the end, so that completions behind them may be
 * expected sooner than before. What is known of a candidate and all machines holds for all that
 * have not opened since.
 *
 * <p>It shows the state of the session that asked last. Not safe for use by several threads.
 */
final class PlacementIndex {
  /** Up to so many placements a search looks at one by one. */
  static final int FEW = 16;

  /** Before all stamps. */
  static final long NEVER = -1;

  /** How many openings are remembered; a power of two. */
  private static final int REMEMBERED = 64;

  private static final long UNSEEN = -1;

  private final long[] compositions;
  private final MachineTimes boundsEnd;

  /** Machines whose queues may not be as they were when last looked at. */
  private final BitSet changed;

  /** Machines with tasks of which none had started when last looked at. */
  private final BitSet unstarted = new BitSet();

  private final int[] opened = new int[REMEMBERED];
  private long stamp;

  /** The session that asked last. */
  private @Nullable MappingState asker;

  /** Machines whose queues are not those of the event in its session. */
  private BitSet changedByAsker = new BitSet();

  /** By machine type; empty where there are few placements. */
  private final OfType[] types;

  /** By machine, its place among those of its type. */
  private final int[] places;

  /**
   * An index that has looked at no queue yet.
   *
   * @param queues it clears which of them have changed
   */
  PlacementIndex(HcSystem system, Placements all, DroppingScope scope, MachineQueues queues) {
    this.changed = queues.changed();
    int machines = system.machines().size();
    this.compositions = new long[machines];
    this.boundsEnd = new MachineTimes(machines);
    this.places = new int[machines];
    Arrays.fill(compositions, UNSEEN);
    changed.set(0, machines);
    this.types = new OfType[all.size() > FEW ? queues.times().length : 0];
    for (int type = 0; type < types.length; type++) {
      int[] ofType = all.machinesOfTypes()[type];
      types[type] = new OfType(ofType, queues.times()[type], scope);
      for (int place = 0; place < ofType.length; place++) {
        places[ofType[place]] = place;
      }
    }
  }

  /** The machines of one type. */
  static final class OfType {
    private final int[] machines;
    private final TailTree withRoom;
    private final TailTree full;

    /** By place, what makes a machine like others; null before it is looked at. */
    private final @Nullable Object[] likeness;

    /** By likeness, the places of all machines of it. */
    private final Map<Object, SortedSet<Integer>> alike = new HashMap<>();

    private TypeTimes times;

    OfType(int[] machines, TypeTimes times, DroppingScope scope) {
      this.machines = machines;
      this.withRoom = new TailTree(machines.length, scope);
      this.full = new TailTree(machines.length, scope);
      this.likeness = new Object[machines.length];
      this.times = times;
    }

    /** The tree of machines with room, or of those without. */
    TailTree tree(boolean room) {
      return room ? withRoom : full;
    }

    /** The machine at a place of one of the trees. */
    int machine(TailTree tree, int place) {
      return machines[tree.machine(place)];
    }

    /** The execution times on it. */
    TypeTimes times() {
      return times;
    }

    /** A bound from below on the scores of a task in a P-state behind the queues of a group. */
    double scoreAtLeast(
        TailNumber number, TailTree tree, int level, int group, Task task, int pState) {
      LatticeTable table = times.table(task.type(), pState);
      double deadline = times.steps(task.deadline());
      return switch (number) {
        case CHANCE_OF_SUCCESS -> -tree.chanceAtMost(level, group, table, deadline);
        case EXPECTED_COMPLETION -> tree.completionAtLeast(level, group, table, deadline);
      };
    }

    /** The places of all that are like the machine at one, the first of which stands for them. */
    private SortedSet<Integer> alike(int place) {
      return alike.getOrDefault(likeness[place], new TreeSet<>());
    }

    private void leave(int place) {
      SortedSet<Integer> others = alike(place);
      others.remove(place);
      if (others.isEmpty()) {
        alike.remove(likeness[place]);
      }
    }

    private SortedSet<Integer> join(int place, Object others) {
      likeness[place] = others;
      SortedSet<Integer> all = alike.computeIfAbsent(others, first -> new TreeSet<>());
      all.add(place);
      return all;
    }

    private void put(int place, MachineQueue queue) {
      tree(queue.hasRoom()).put(place, queue);
      tree(!queue.hasRoom()).remove(place);
    }

    private void remove(int place) {
      withRoom.remove(place);
      full.remove(place);
    }
  }

  /** Whether there are so few placements that nothing is known of groups of them. */
  boolean isOfFew() {
    return types.length == 0;
  }

  /** Machine types, where there are more than few placements. */
  OfType[] types() {
    return types;
  }

  /**
   * A bound from below on the score of a task on a placement, where its type can run; minus
   * infinity if there are few placements.
   */
  double scoreAtLeast(TailNumber number, MachineQueue queue, int placement, Task task) {
    if (isOfFew()) {
      return Double.NEGATIVE_INFINITY;
    }
    OfType type = types[queue.machine().type().id()];
    TailTree tree = type.tree(queue.hasRoom());
    int machine = places[queue.index()];
    return tree.has(machine)
        ? type.scoreAtLeast(
            number, tree, 0, tree.place(machine), task, placement - queue.firstPlacement())
        : Double.NEGATIVE_INFINITY;
  }

  /** Grows by one with each machine that opens. */
  long stamp() {
    return stamp;
  }

  /** Whether all that have opened since a stamp are remembered. */
  boolean remembers(long since) {
    return since >= 0 && stamp - since <= REMEMBERED;
  }

  /** The machine that opened as a stamp's. */
  int opened(long at) {
    return opened[(int) at & (REMEMBERED - 1)];
  }

  /**
   * Takes the state of a session, which is about to ask.
   *
   * @param changedThere machines whose queues are not those of the event; it changes with the
   *     session
   */
  void look(MappingState state, BitSet changedThere) {
    if (!state.equals(asker) || !changed.isEmpty()) {
      lookAnew(state, changedThere);
    }
  }

  private void lookAnew(MappingState state, BitSet changedThere) {
    if (!state.equals(asker)) {
      changed.or(changedByAsker);
      changed.or(changedThere);
      asker = state;
      changedByAsker = changedThere;
      long now = state.now();
      for (int m = boundsEnd.next(0, now); m >= 0; m = boundsEnd.next(m + 1, now)) {
        compositions[m] = UNSEEN;
        changed.set(m);
      }
      for (int m = unstarted.nextSetBit(0); m >= 0; m = unstarted.nextSetBit(m + 1)) {
        if (!state.queue(m).isBusy()) {
          compositions[m] = UNSEEN;
          changed.set(m);
        }
      }
      unstarted.clear();
    }
    for (int m = changed.nextSetBit(0); m >= 0; m = changed.nextSetBit(m + 1)) {
      lookAt(m, state);
    }
    changed.clear();
  }

  private void lookAt(int machine, MappingState state) {
    MachineQueue queue = state.queue(machine);
    long before = compositions[machine];
    if (before == queue.composition()) {
      return;
    }
    compositions[machine] = queue.composition();
    boundsEnd.set(machine, queue.tailBoundsUntil());
    unstarted.set(machine, queue.size() > 0 && !queue.isBusy());
    boolean stoodBehind = standsBehindAnother(machine, queue);
    if (!isOfFew()) {
      place(machine, queue, state);
    }
    if ((before != queue.grownFrom() || stoodBehind) && !standsBehindAnother(machine, queue)) {
      opens(machine);
    }
  }

  private void opens(int machine) {
    opened[(int) ++stamp & (REMEMBERED - 1)] = machine;
  }

  /** Whether the machine is like another one, which stands for it. */
  private boolean standsBehindAnother(int machine, MachineQueue queue) {
    if (isOfFew()) {
      return false;
    }
    SortedSet<Integer> all = types[queue.machine().type().id()].alike(places[machine]);
    return !all.isEmpty() && all.first() != places[machine];
  }

  private void place(int machine, MachineQueue queue, MappingState state) {
    OfType type = types[queue.machine().type().id()];
    type.times = queue.times();
    int place = places[machine];
    SortedSet<Integer> left = type.alike(place);
    boolean stood = !left.isEmpty() && left.first() == place;
    type.leave(place);
    SortedSet<Integer> joined = type.join(place, queue.likeness());
    if (joined.first() == place) {
      type.put(place, queue);
      joined.stream().skip(1).limit(1).forEach(type::remove);
    } else {
      type.remove(place);
    }
    if (stood && !left.isEmpty() && !left.contains(place)) {
      int next = type.machines[left.first()];
      type.put(left.first(), state.queue(next));
      opens(next);
    }
  }

  /** The present tail of a queue is known, by which the bounds of its machine are closer. */
  void renew(MachineQueue queue) {
    if (!isOfFew()) {
      int machine = places[queue.index()];
      TailTree tree = types[queue.machine().type().id()].tree(queue.hasRoom());
      if (tree.has(machine)) {
        tree.put(machine, queue);
      }
    }
  }
}
