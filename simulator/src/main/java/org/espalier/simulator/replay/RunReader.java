package org.espalier.simulator.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.engine.Incidents;

/** Reads from a journal what does not depend on the policy. */
final class RunReader {
  /** What a start tells of machines that are not there; all others are. */
  private static final Set<Class<?>> TOLD_FIRST =
      Set.of(Journal.MachineChanged.class, Journal.StopTimed.class, Journal.Clearing.class);

  private final Journal.Began began;
  private final boolean[] available;
  private final BitSet clearing = new BitSet();

  /** The machines that other policies may use. */
  private final BitSet there = new BitSet();

  private final Map<Integer, Integer> indexes = new HashMap<>();
  private final List<RecordedTask> tasks = new ArrayList<>();
  private final Map<Integer, Journal.Running> running = new HashMap<>();
  private final List<Journal.Entry> incidents = new ArrayList<>();
  private final Set<Integer> failing = new HashSet<>();
  private HcSystem system;
  private Journal.PolicyChanged policy;
  private boolean isBeginning;
  private long now;

  private RunReader(Journal.Began began) {
    this.began = began;
    this.system = began.system();
    this.policy = new Journal.PolicyChanged(began.time(), began.policy(), began.settings());
    this.now = began.time();
    this.available = new boolean[system.machines().size()];
    Arrays.fill(available, true);
    there.set(0, available.length);
    List<Task> there = new ArrayList<>(began.waiting());
    began.held().forEach(held -> there.add(held.task()));
    began.running().forEach(run -> there.add(run.task().asked()));
    there.forEach(task -> arrived(began.time(), task));
    began.running().forEach(run -> running.put(run.task().id(), run));
  }

  static RecordedRun read(List<Journal.Entry> journal) {
    int first = firstOfTheSame(journal);
    RunReader reader = new RunReader((Journal.Began) journal.get(first));
    journal.subList(first + 1, journal.size()).forEach(reader::read);
    return reader.run(first);
  }

  /** Index of the first start after which machines, types and rules stayed the same. */
  private static int firstOfTheSame(List<Journal.Entry> journal) {
    int first = -1;
    for (int i = 0; i < journal.size(); i++) {
      if (journal.get(i) instanceof Journal.Began other
          && (first < 0 || !isAlike((Journal.Began) journal.get(first), other))) {
        first = i;
      }
    }
    if (first < 0) {
      throw new IllegalArgumentException(
          "no start of the service is among the journal's %s entries; it began before them, so"
                  .formatted(journal.size())
              + " what it knew then is not known: replay a journal that goes back to a start");
    }
    return first;
  }

  private static boolean isAlike(Journal.Began one, Journal.Began other) {
    return one.rules().equals(other.rules()) && isAlike(one.system(), other.system());
  }

  /** Whether two systems differ in execution times only; a pair that cannot run has none. */
  private static boolean isAlike(HcSystem one, HcSystem other) {
    return one.taskTypes().equals(other.taskTypes())
        && one.machineTypes().equals(other.machineTypes())
        && runnable(one).equals(runnable(other))
        && one.withPet(other.pet()).equals(other);
  }

  private static BitSet runnable(HcSystem system) {
    int types = system.machineTypes().size();
    return IntStream.range(0, system.taskTypes().size() * types)
        .filter(pair -> system.pet().canRun(pair / types, pair % types))
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  private void read(Journal.Entry entry) {
    if (isBeginning && !TOLD_FIRST.contains(entry.getClass())) {
      isBeginning = false;
      IntStream.range(0, available.length).forEach(machine -> present(now, machine));
    }
    switch (entry) {
      case Journal.Began e -> beganAgain(e);
      case Journal.Arrived e -> arrived(e.time(), e.task());
      case Journal.Started e ->
          running.put(e.task().id(), new Journal.Running(e.placement(), e.task(), e.time()));
      case Journal.Executing e ->
          running.computeIfPresent(
              e.task().id(),
              (id, run) -> new Journal.Running(run.placement(), e.task(), e.start()));
      case Journal.Lost e -> stopped(e.task().id(), e.time(), false);
      case Journal.Left e -> left(e.departure());
      case Journal.Cancelled e -> cancelled(e);
      case Journal.MachineChanged e -> machineChanged(e);
      case Journal.Learned e -> learned(e);
      case Journal.PolicyChanged e -> policy = e;
      case Journal.Finished _, Journal.Failed _, Journal.Returned _, Journal.Released _ -> {}
      case Journal.Clearing e -> clearing(e.time(), e.machine(), true);
      case Journal.Cleared e -> clearing(e.time(), e.machine(), false);
      case Journal.StopTimed _ -> {}
      case Journal.HandedOver _, Journal.TakenBack _ -> {}
      case Journal.Stopping _, Journal.Stopped _ -> {}
      case Journal.EventHeld _, Journal.Charged _, Journal.EventEnded _ -> {}
      case Journal.LeftUnmanaged _, Journal.Decided _, Journal.Refused _ -> {}
    }
    now = entry.time();
  }

  /** What it learned before may have been forgotten, and what was running may be gone. */
  private void beganAgain(Journal.Began e) {
    isBeginning = true;
    Arrays.fill(available, true);
    clearing.clear();
    Set<Integer> gone = new HashSet<>(running.keySet());
    e.running().forEach(run -> gone.remove(run.task().id()));
    gone.forEach(id -> stopped(id, now, false));
    for (int i = 0; i < system.taskTypes().size(); i++) {
      for (int j = 0; j < system.machineTypes().size(); j++) {
        for (int p = 0; p < system.pet().pStates(j); p++) {
          relearned(e, i, j, p);
        }
      }
    }
    policy = new Journal.PolicyChanged(e.time(), e.policy(), e.settings());
  }

  private void relearned(Journal.Began e, int taskType, int machineType, int pState) {
    Optional<Pmf> believed = e.system().pet().find(taskType, machineType, pState);
    if (!believed.equals(system.pet().find(taskType, machineType, pState))) {
      believed.ifPresent(
          time -> learned(new Journal.Learned(e.time(), taskType, machineType, pState, time)));
    }
  }

  private void arrived(long time, Task task) {
    int index = tasks.size();
    long deadline = Math.max(task.deadline(), time);
    Task own = new Task(index, task.type(), time, deadline, task.utility());
    indexes.put(task.id(), index);
    tasks.add(new RecordedTask(own, Optional.empty(), Optional.empty()));
  }

  private void stopped(int id, long time, boolean whole) {
    Journal.Running run = running.remove(id);
    Integer index = indexes.get(id);
    if (run != null && index != null) {
      int type = system.machines().get(run.machine()).type().id();
      int pState = run.placement().pState();
      Ran ran = new Ran(run.task().type(), type, pState, time - run.start(), whole);
      tasks.set(index, tasks.get(index).ran(ran));
    }
  }

  private void left(Departure departure) {
    Fate fate = departure.fate();
    boolean whole = fate == Fate.ON_TIME || fate == Fate.LATE || fate == Fate.FAILED;
    stopped(departure.task().id(), departure.time(), whole);
    Integer index = indexes.get(departure.task().id());
    if (index != null) {
      tasks.set(index, tasks.get(index).left(fate));
      if (fate == Fate.FAILED) {
        failing.add(index);
      }
    }
  }

  private void cancelled(Journal.Cancelled e) {
    Integer index = indexes.get(e.task().id());
    if (index != null) {
      incidents.add(new Journal.Cancelled(e.time(), tasks.get(index).task()));
    }
  }

  private void machineChanged(Journal.MachineChanged e) {
    available[e.machine()] = e.available();
    present(e.time(), e.machine());
  }

  /**
   * One that is occupied, or off for a known time, is away: other policies do not know how long.
   */
  private void clearing(long time, int machine, boolean isClearing) {
    clearing.set(machine, isClearing);
    present(time, machine);
  }

  private void present(long time, int machine) {
    boolean isThere = available[machine] && !clearing.get(machine);
    if (!isBeginning && there.get(machine) != isThere) {
      there.set(machine, isThere);
      incidents.add(new Journal.MachineChanged(time, machine, isThere));
    }
  }

  private void learned(Journal.Learned e) {
    system =
        system.withPet(
            system.pet().with(e.taskType(), e.machineType(), e.pState(), e.executionTime()));
    incidents.add(e);
  }

  private RecordedRun run(int leftOut) {
    List.copyOf(running.keySet()).forEach(id -> stopped(id, now, false));
    return new RecordedRun(
        began,
        leftOut,
        new Journal.PolicyChanged(now, policy.policy(), policy.settings()),
        system,
        tasks,
        new Incidents(incidents, failing));
  }
}
