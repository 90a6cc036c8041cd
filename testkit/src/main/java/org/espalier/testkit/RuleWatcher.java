package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;

/**
 * A journal that knows the rules and fails as soon as an entry breaks one. It keeps books of its
 * own and trusts neither the policy nor the resource manager.
 *
 * <p>Rules: a task arrives, is mapped, starts and leaves once at most, and in this order; it is
 * mapped only to where it can run and fits; machines run one task at a time, first come first
 * served; where the dropping scope says so, none starts or runs on after its deadline; a fate is
 * what its time and the deadline make it; soft deadlines expire nothing; a mapped task is mapped
 * anew only from a virtual queue, if it was lost, or if its machine takes no more tasks.
 */
public final class RuleWatcher implements Journal {
  private enum State {
    UNMAPPED,
    HELD,
    PENDING,
    RUNNING,
    LEFT
  }

  private static final int NONE = -1;

  /** Behind the running task and the pending slot. */
  private static final int FIRST_VIRTUAL = 2;

  private final HcSystem system;
  private final AllocationRules rules;
  private final Journal next;
  private final Map<Integer, State> states = new HashMap<>();
  private final List<List<Task>> queues = new ArrayList<>();
  private final Set<Task> stopping = new HashSet<>();
  private final boolean[] available;
  private int lostTask = NONE;

  /** Whether a task that must be completed came to the batch queue since the last mapping event. */
  private boolean mustCame;

  /**
   * A watcher of an idle system.
   *
   * @param next hears every entry too
   */
  public RuleWatcher(HcSystem system, AllocationRules rules, Journal next) {
    this.system = system;
    this.rules = rules;
    this.next = next;
    this.available = new boolean[system.machines().size()];
    Arrays.fill(available, true);
    system.machines().forEach(machine -> queues.add(new ArrayList<>()));
  }

  @Override
  public boolean wantsDeferrals() {
    return next.wantsDeferrals();
  }

  @Override
  public void record(Entry entry) {
    next.record(entry);
    switch (entry) {
      case Arrived arrived -> {
        check(states.put(id(arrived.task()), State.UNMAPPED) == null, entry);
        mustCame |= arrived.task().mustComplete();
      }
      case Decided decided -> decided(decided);
      case Started started -> started(started);
      case HandedOver over -> check(state(over.task()) == State.PENDING, over);
      case TakenBack back -> check(state(back.task()) == State.PENDING, back);
      case Finished finished -> check(state(finished.task()) == State.RUNNING, entry);
      case Left left -> left(left.departure(), entry);
      case Executing executing -> check(state(executing.task()) == State.RUNNING, entry);
      case Failed failed -> check(state(failed.task()) == State.RUNNING, entry);
      case Lost lost -> lost(lost);
      case Cancelled cancelled -> check(state(cancelled.task()) != State.LEFT, entry);
      case Refused refused -> check(state(refused.task()) != State.RUNNING, entry);
      case Returned returned -> returned(returned);
      case Released released -> {
        check(state(released.task()) == State.HELD, released);
        states.put(id(released.task()), State.UNMAPPED);
        mustCame |= released.task().mustComplete();
      }
      case Began began -> began(began);
      case EventHeld _ -> mustCame = false;
      case Charged _, EventEnded _, LeftUnmanaged _ -> {}
      case StopTimed _, Clearing _, Cleared _, Stopped _ -> {}
      case Stopping stopping -> stopping(stopping);
      case MachineChanged changed -> available[changed.machine()] = changed.available();
      case Learned _, PolicyChanged _ -> {}
    }
  }

  private void began(Began began) {
    Arrays.fill(available, true);
    began.waiting().forEach(task -> states.put(id(task), State.UNMAPPED));
    began.held().forEach(held -> states.put(id(held.task()), State.HELD));
    for (Running run : began.running()) {
      states.put(id(run.task()), State.RUNNING);
      queues.get(run.machine()).add(run.task());
    }
  }

  private void stopping(Stopping told) {
    boolean ran = state(told.task()) == State.RUNNING;
    check(ran && queues.get(told.machine()).remove(told.task()), told);
    stopping.add(told.task());
  }

  private void lost(Lost lost) {
    check(state(lost.task()) == State.RUNNING, lost);
    if (lost.until() > lost.time()) {
      check(queues.get(lost.machine()).remove(lost.task()), lost);
      states.put(id(lost.task()), State.HELD);
    } else {
      lostTask = id(lost.task());
    }
  }

  /**
   * A mapped task goes back if it was lost, if its machine went away, from a virtual queue, or for
   * one that must be completed.
   */
  private void returned(Returned returned) {
    List<Task> queue = queues.get(returned.machine());
    boolean virtual =
        rules.management() instanceof PendingSlot
            && queue.indexOf(returned.task()) >= FIRST_VIRTUAL;
    boolean lost = id(returned.task()) == lostTask;
    boolean gives = mustCame && !returned.task().mustComplete();
    boolean expected = lost || !available[returned.machine()] || virtual || gives;
    check(expected && queue.remove(returned.task()), returned);
    mustCame |= returned.task().mustComplete();
    states.put(id(returned.task()), State.UNMAPPED);
    lostTask = NONE;
  }

  private void decided(Decided decided) {
    Decision decision = decided.decision();
    boolean based =
        !decision.basis().measure().isBlank() && !Double.isNaN(decision.basis().value());
    check(based, decided);
    State state = state(decision.task());
    switch (decision) {
      case Decision.Assign assign -> {
        check(state == State.UNMAPPED && fits(assign), decided);
        states.put(id(assign.task()), State.PENDING);
        queues.get(assign.machine()).add(assign.task());
      }
      case Decision.Defer defer -> check(state == State.UNMAPPED, decided);
      case Decision.Discard discard -> check(state == State.UNMAPPED, decided);
      case Decision.Drop drop ->
          check(state == State.PENDING && isQueued(drop.task(), drop.machine()), decided);
      case Decision.Evict evict ->
          check(state == State.RUNNING && isQueued(evict.task(), evict.machine()), decided);
    }
  }

  private boolean fits(Decision.Assign assign) {
    int machineType = system.machines().get(assign.machine()).type().id();
    boolean room = queues.get(assign.machine()).size() < rules.management().capacity();
    return room && system.pet().canRun(assign.task().type(), machineType);
  }

  private boolean isQueued(Task task, int machine) {
    return queues.get(machine).contains(task);
  }

  private void started(Started started) {
    Task task = started.task();
    List<Task> queue = queues.get(started.machine());
    boolean first = !queue.isEmpty() && queue.getFirst().equals(task);
    check(state(task) == State.PENDING && first, started);
    check(!rules.dropsPending() || started.time() < task.deadline(), started);
    states.put(id(task), State.RUNNING);
  }

  private void left(Departure departure, Entry entry) {
    Task task = departure.task();
    State before = state(task);
    State expected =
        switch (departure.fate()) {
          case ON_TIME, LATE, EVICTED, DROPPED_RUNNING, FAILED -> State.RUNNING;
          case CANCELLED -> before;
          case EXPIRED_IN_QUEUE, DROPPED_PENDING, DROPPED_PROACTIVELY -> State.PENDING;
          case EXPIRED_IN_BATCH, DISCARDED -> State.UNMAPPED;
        };
    check(before == expected && fitsTime(departure), entry);
    check((departure.start() == Departure.NOT_STARTED) == (before != State.RUNNING), entry);
    boolean removed =
        departure.machine() < 0
            ? before == State.UNMAPPED
            : queues.get(departure.machine()).remove(task) || stopping.remove(task);
    check(removed, entry);
    states.put(id(task), State.LEFT);
  }

  private boolean fitsTime(Departure departure) {
    boolean passed = departure.time() >= departure.task().deadline();
    boolean hard = rules.isHard();
    return switch (departure.fate()) {
      case ON_TIME -> departure.time() <= departure.task().deadline();
      case LATE -> departure.time() > departure.task().deadline();
      case EXPIRED_IN_BATCH -> hard && passed;
      case EXPIRED_IN_QUEUE -> rules.dropsPending() && passed;
      case EVICTED -> rules.evicts() && passed;
      case DROPPED_PENDING, DROPPED_RUNNING, DROPPED_PROACTIVELY, DISCARDED, FAILED, CANCELLED ->
          true;
    };
  }

  private State state(Task task) {
    State state = states.get(id(task));
    return Objects.requireNonNull(state, () -> task + " did not arrive");
  }

  private static int id(Task task) {
    return task.id();
  }

  private void check(boolean holds, Object what) {
    if (!holds) {
      throw new AssertionError("this breaks the rules %s: %s".formatted(rules, what));
    }
  }
}
