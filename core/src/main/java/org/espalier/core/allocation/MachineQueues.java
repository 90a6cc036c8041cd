package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;

/**
 * The queues of all machines of a resource manager, by machine, as they stood when they were last
 * looked at. It also knows which of them are next for what, so that an instant costs no pass over
 * all machines.
 */
final class MachineQueues {
  private final MachineQueue[] queues;
  private final AllocationRules rules;

  /** Deadlines of running tasks that are evicted then. */
  private final MachineTimes evictions;

  /** Earliest deadlines of pending tasks that are dropped then. */
  private final MachineTimes drops;

  /** Machines whose next tasks were handed over ahead. */
  private final BitSet ahead = new BitSet();

  /** When those were last asked for in vain, by machine. */
  private final Map<Integer, Long> kept = new HashMap<>();

  /** Idle machines with tasks. */
  private final BitSet startable = new BitSet();

  /** Machines that {@linkplain MachineQueue#isIdle are idle}. */
  private final BitSet idle = new BitSet();

  /** Machines with tasks behind their pending slots. */
  private final BitSet virtual = new BitSet();

  /** Machines whose queues are not as they were when a search last looked at them. */
  private final BitSet changed = new BitSet();

  private final CandidateTable<Estimates> estimates;
  private final TypeTimes[] times;
  private final List<TaskType> taskTypes;

  private int busy;
  private int withRoom;

  /** The queues of all machines, by machine. */
  MachineQueues(HcSystem system, AllocationRules rules, TypeTimes[] times, MachineQueue... queues) {
    this.queues = queues;
    this.rules = rules;
    this.times = times;
    this.taskTypes = system.taskTypes();
    int placements = system.placements().size();
    this.estimates = new CandidateTable<>(c -> new Estimates(c.task(), placements));
    this.evictions = new MachineTimes(queues.length);
    this.drops = new MachineTimes(queues.length);
    for (MachineQueue queue : queues) {
      withRoom += queue.hasRoom() ? 1 : 0;
      idle.set(queue.index(), queue.isIdle());
    }
  }

  /** The queues of an idle system. */
  static MachineQueues idle(HcSystem system, AllocationRules rules, Approximation approximation) {
    Map<Integer, List<Placement>> byMachine =
        system.placements().stream().collect(Collectors.groupingBy(Placement::machine));
    TypeTimes[] times = TypeTimes.of(system, approximation);
    MachineQueue[] queues = new MachineQueue[system.machines().size()];
    for (Machine machine : system.machines()) {
      List<Placement> placements = List.copyOf(byMachine.getOrDefault(machine.id(), List.of()));
      queues[machine.id()] =
          MachineQueue.empty(
              new MachineProfile(machine, placements, rules, times[machine.type().id()]), 0);
    }
    return new MachineQueues(system, rules, times, queues);
  }

  /** Forgets what was computed from the execution times on a machine type: others are believed. */
  void believe(HcSystem system, MachineType type, Approximation approximation) {
    times[type.id()] = new TypeTimes(system, type, approximation);
    for (int m = 0; m < queues.length; m++) {
      if (queues[m].machine().type().id() == type.id()) {
        set(m, queues[m].changed(times[type.id()], queues[m].isAvailable()));
      }
    }
  }

  /** A machine takes tasks from now on, or takes no more. */
  void makeAvailable(int machine, boolean available) {
    MachineQueue queue = queues[machine];
    set(machine, queue.changed(times[queue.machine().type().id()], available));
  }

  /** The execution times on each machine type. */
  TypeTimes[] times() {
    return times;
  }

  /** Machines whose queues are not as they were; for a search, which clears it. */
  BitSet changed() {
    return changed;
  }

  /** What a candidate may expect at the ends of the queues. */
  Estimates estimates(Candidate candidate) {
    return estimates.of(candidate);
  }

  MachineQueue get(int machine) {
    return queues[machine];
  }

  void set(int machine, MachineQueue queue) {
    MachineQueue before = queues[machine];
    queues[machine] = queue;
    changed.set(machine);
    busy += (queue.isBusy() ? 1 : 0) - (before.isBusy() ? 1 : 0);
    withRoom += (queue.hasRoom() ? 1 : 0) - (before.hasRoom() ? 1 : 0);
    idle.set(machine, queue.isIdle());
    startable.set(machine, !queue.isBusy() && !queue.isClearing() && queue.size() > 0);
    if (rules.remaps()) {
      virtual.set(machine, queue.size() > queue.fixed());
    }
    if (rules.evicts() || ahead.get(machine)) {
      evictions.set(machine, nextEviction(queue));
    }
    if (rules.dropsPending()) {
      drops.set(machine, queue.earliestPendingDeadline());
    }
  }

  private long nextEviction(MachineQueue queue) {
    boolean expires = rules.dropsPending() && ahead.get(queue.index());
    return Math.min(
        evictionOfRunning(queue),
        expires ? queue.task(queue.firstPending()).deadline() : TimeSpan.NEVER);
  }

  private long evictionOfRunning(MachineQueue queue) {
    return rules.evicts() && queue.isBusy() ? queue.task(0).deadline() : TimeSpan.NEVER;
  }

  /** The next task of a machine is handed over ahead, or is so no longer. */
  void setAhead(int machine, boolean is) {
    ahead.set(machine, is);
    kept.remove(machine);
    evictions.set(machine, nextEviction(queues[machine]));
  }

  /** The next task of a machine cannot be taken back; nobody need wake up for its deadline. */
  void keepAhead(int machine, long now) {
    kept.put(machine, now);
    evictions.set(machine, evictionOfRunning(queues[machine]));
  }

  /** Whether the next task of a machine could not be taken back at this instant. */
  boolean isKept(int machine, long now) {
    return kept.getOrDefault(machine, TimeSpan.NEVER) == now;
  }

  /** Whether the next task of a machine was handed over ahead. */
  boolean isAhead(int machine) {
    return ahead.get(machine);
  }

  /** All queues as they stand; what a later look at one of them finds out is kept here. */
  MachineQueue[] view() {
    return queues.clone();
  }

  /**
   * A queue of a view, brought to the present time.
   *
   * @param queue as it stood when it was last looked at
   */
  MachineQueue at(MachineQueue queue, long now) {
    MachineQueue present = queue.at(now);
    if (queues[queue.index()] == queue) {
      queues[queue.index()] = present;
    }
    return present;
  }

  /** Machines that are idle, as they stand. */
  BitSet idle() {
    return (BitSet) idle.clone();
  }

  /** Number of machines with room. */
  int withRoom() {
    return withRoom;
  }

  /**
   * The queue of a machine that runs a task.
   *
   * @throws IllegalStateException if it runs none
   */
  MachineQueue busy(int machine) {
    MachineQueue queue = queues[machine];
    if (!queue.isBusy()) {
      throw new IllegalStateException(
          "machine %s finished a task but runs none".formatted(queue.machine().name()));
    }
    return queue;
  }

  /** Whether no machine runs a task. */
  boolean areIdle() {
    return busy == 0;
  }

  /** When the next running task is evicted; {@link TimeSpan#NEVER} if none is. */
  long nextEviction() {
    return evictions.earliest();
  }

  /** The first machine from an index on whose running task is to be evicted, or -1. */
  int nextOverdue(int from, long now) {
    return evictions.next(from, now);
  }

  /** The first machine from an index on that has an overdue pending task, or -1. */
  int nextWithOverduePending(int from, long now) {
    return drops.next(from, now);
  }

  /** The first idle machine from an index on that has tasks, or -1. */
  int nextStartable(int from) {
    return startable.nextSetBit(from);
  }

  /** The first machine from an index on with tasks behind its pending slot, or -1. */
  int nextVirtual(int from) {
    return virtual.nextSetBit(from);
  }

  /**
   * Whether any machine may complete a task in time, in full or as a poorer version: where it
   * waits, or else as its last.
   */
  boolean mayComplete(Task task, long now) {
    Task asked = task.asked();
    return taskTypes.get(asked.type()).versions().stream()
        .map(asked::as)
        .anyMatch(version ->
            Arrays.stream(queues).anyMatch(queue -> at(queue, now).mayCompleteInTime(version)));
  }

  /** The machine that a task is mapped to, or -1. */
  int machineOf(int taskId) {
    for (int m = 0; m < queues.length; m++) {
      if (queues[m].positionOf(taskId) >= 0) {
        return m;
      }
    }
    return -1;
  }
}
