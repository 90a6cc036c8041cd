package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * The resource manager: keeps the batch queue and the machine queues, holds mapping events, applies
 * the decisions of the policy and tells the back end what to start and what to stop.
 *
 * <p>It has no clock and no thread. A driver, simulated or live, tells it what happened at an
 * instant ({@link #taskFinished}, then {@link #taskArrived}), then calls {@link #settle} once for
 * that instant, and calls {@code settle} again at the latest at {@link #nextWakeUp}. The same calls
 * give the same decisions. Not safe for use by several threads.
 *
 * <p>A live system knows more: tasks that fail, are lost or taken back, machines that come and go,
 * execution times that are learned. What may free a machine or bring a task back causes a mapping
 * event whatever the trigger says.
 *
 * <p>Order inside a mapping event: reactive drops (evictions, then the batch queue in order, then
 * the machine queues), the policy's decisions, and the start of idle machines.
 */
public final class ResourceManager {
  /** Returned by {@link #nextWakeUp} when there is nothing to wake up for. */
  public static final long NEVER = Long.MAX_VALUE;

  private final AllocationRules rules;
  private HcSystem system;
  private AllocationPolicy policy;
  private final ExecutionBackend backend;
  private final Journal journal;
  private final AssertionMode assertions;
  private final DecisionSampler sampler;

  private final List<Candidate> batch = new ArrayList<>();
  private final Map<Integer, Candidate> byTask = new HashMap<>();
  private final MachineQueue[] queues;
  private final Rooms rooms;
  private final BatchDeadlines deadlines = new BatchDeadlines();
  private List<Departure> departures = new ArrayList<>();
  private int arrivals;
  private boolean completed;
  private boolean stirred;
  private long lastEvent;

  /**
   * A manager of an idle system.
   *
   * @param system the system as the policy is to believe it to be
   * @param policy the policy; it must serve no other manager, and may want to be shown approximate
   *     PMFs
   * @param journal hears everything that happens
   */
  public ResourceManager(
      HcSystem system,
      AllocationRules rules,
      AllocationPolicy policy,
      ExecutionBackend backend,
      Journal journal,
      AssertionMode assertions) {
    this.system = system;
    this.rules = rules;
    this.policy = policy;
    this.backend = backend;
    this.journal = journal;
    this.assertions = assertions;
    this.queues = new MachineQueue[system.machines().size()];
    Approximation approximation = policy.approximation();
    this.sampler = new DecisionSampler(approximation);
    this.rooms = new Rooms(queues.length);
    for (Machine machine : system.machines()) {
      queues[machine.id()] =
          MachineQueue.empty(
              new MachineProfile(system, machine, rules, approximation, deadlines), 0);
    }
  }

  /**
   * Goes on where another manager stopped: takes over its batch queue and its running tasks. To be
   * called once, before anything else.
   *
   * @param waiting the batch queue, in order
   * @param running tasks that are running, at most one on each machine
   */
  public void takeOver(long now, List<Task> waiting, List<Journal.Running> running) {
    waiting.forEach(this::enqueue);
    for (Journal.Running run : running) {
      Machine machine = queues[run.machine()].machine();
      queues[run.machine()] =
          MachineQueue.running(
              new MachineProfile(system, machine, rules, policy.approximation(), deadlines),
              run.task(),
              run.start(),
              now);
    }
    stirred = true;
  }

  /**
   * A task arrived.
   *
   * @throws IllegalArgumentException if the system has no such task type or a task of that id is
   *     waiting
   */
  public void taskArrived(long now, Task task) {
    if (task.type() >= system.taskTypes().size()) {
      throw new IllegalArgumentException(
          "task %d has type %d; system %s has task types 0 to %d"
              .formatted(task.id(), task.type(), system.name(), system.taskTypes().size() - 1));
    }
    enqueue(task);
    arrivals++;
    journal.record(new Journal.Arrived(now, task));
  }

  private void enqueue(Task task) {
    Candidate candidate = new Candidate(task, queues.length);
    if (byTask.putIfAbsent(task.id(), candidate) != null) {
      throw new IllegalArgumentException(
          "task %d is in the batch queue already; ids must be unique".formatted(task.id()));
    }
    batch.add(placeOf(task), candidate);
    deadlines.include(task.deadline());
  }

  /** Behind all that arrived before it: at the end, but for a task that comes back. */
  private int placeOf(Task task) {
    int place = batch.size();
    while (place > 0 && isBefore(task, batch.get(place - 1).task())) {
      place--;
    }
    return place;
  }

  private static boolean isBefore(Task task, Task other) {
    return task.arrival() < other.arrival()
        || (task.arrival() == other.arrival() && task.id() < other.id());
  }

  /** A machine finished its running task. */
  public void taskFinished(long now, int machine) {
    MachineQueue queue = busyQueue(machine);
    Task task = queue.task(0);
    journal.record(new Journal.Finished(now, machine, task));
    leave(task, now <= task.deadline() ? Fate.ON_TIME : Fate.LATE, machine, queue.start(), now);
    queues[machine] = queue.without(0, now);
    completed = true;
  }

  private MachineQueue busyQueue(int machine) {
    MachineQueue queue = queues[machine];
    if (!queue.isBusy()) {
      throw new IllegalStateException(
          "machine %s finished a task but runs none".formatted(queue.machine().name()));
    }
    return queue;
  }

  /** The running task of a machine failed; it leaves the system. */
  public void taskFailed(long now, int machine) {
    MachineQueue queue = busyQueue(machine);
    Task task = queue.task(0);
    journal.record(new Journal.Failed(now, machine, task));
    leave(task, Fate.FAILED, machine, queue.start(), now);
    queues[machine] = queue.without(0, now);
    completed = true;
  }

  /** The running task of a machine is lost and may run again: it goes back to the batch queue. */
  public void taskLost(long now, int machine) {
    Task task = busyQueue(machine).task(0);
    journal.record(new Journal.Lost(now, machine, task));
    giveBack(machine, 0, now);
  }

  /** A mapped task goes back to the batch queue. */
  private void giveBack(int machine, int position, long now) {
    MachineQueue queue = queues[machine];
    Task task = queue.task(position);
    queues[machine] = queue.without(position, now);
    enqueue(task);
    stirred = true;
    journal.record(new Journal.Returned(now, machine, task));
  }

  /**
   * A user takes a task back, wherever it is; a running one is stopped.
   *
   * @return whether it was there
   */
  public boolean taskCancelled(long now, int taskId) {
    Candidate candidate = byTask.get(taskId);
    if (candidate != null) {
      journal.record(new Journal.Cancelled(now, candidate.task()));
      takeOut(candidate, Fate.CANCELLED, now);
      forgetLeft();
      return true;
    }
    for (int m = 0; m < queues.length; m++) {
      for (int i = 0; i < queues[m].size(); i++) {
        if (queues[m].task(i).id() == taskId) {
          cancelMapped(m, i, now);
          return true;
        }
      }
    }
    return false;
  }

  private void cancelMapped(int machine, int position, long now) {
    MachineQueue queue = queues[machine];
    journal.record(new Journal.Cancelled(now, queue.task(position)));
    if (position < queue.firstPending()) {
      evict(machine, Fate.CANCELLED, now);
      completed = true;
    } else {
      removePending(queue, position, Fate.CANCELLED, now);
      stirred = true;
    }
  }

  /**
   * A machine takes tasks from now on, or takes no more. When it takes no more, its running task
   * goes on, and those behind it go back to the batch queue.
   */
  public void machineChanged(long now, int machine, boolean available) {
    journal.record(new Journal.MachineChanged(now, machine, available));
    while (!available && queues[machine].size() > queues[machine].firstPending()) {
      giveBack(machine, queues[machine].firstPending(), now);
    }
    queues[machine] = queues[machine].changed(system, policy.approximation(), available);
    stirred = true;
  }

  /**
   * The execution time of a task type on a machine type is believed to be another from now on.
   *
   * @throws IllegalArgumentException if it is not on the lattice of the others
   */
  public void learned(long now, int taskType, int machineType, Pmf executionTime) {
    system = system.withPet(system.pet().with(taskType, machineType, executionTime));
    journal.record(new Journal.Learned(now, taskType, machineType, executionTime));
    for (int m = 0; m < queues.length; m++) {
      if (queues[m].machine().type().id() == machineType) {
        renew(m);
      }
    }
  }

  /** Forgets what was computed for a queue from execution times that are no longer believed. */
  private void renew(int machine) {
    MachineQueue queue = queues[machine];
    queues[machine] = queue.changed(system, policy.approximation(), queue.isAvailable());
  }

  /**
   * Another policy decides from now on.
   *
   * @param other a policy in its first state
   * @param settings its settings, for the journal
   */
  public void policyChanged(long now, AllocationPolicy other, String settings) {
    policy = other;
    sampler.policyChanged(other.approximation());
    for (int m = 0; m < queues.length; m++) {
      renew(m);
    }
    journal.record(new Journal.PolicyChanged(now, other.name(), settings));
    stirred = true;
  }

  /** The system as the policy believes it to be at present. */
  public HcSystem system() {
    return system;
  }

  /** The rules it plays by. */
  public AllocationRules rules() {
    return rules;
  }

  /** The first tasks of the batch queue, in order of arrival. */
  public List<Task> waiting(int most) {
    return batch.stream().limit(most).map(Candidate::task).toList();
  }

  /** A task of the batch queue. */
  public Optional<Task> findWaiting(int id) {
    return Optional.ofNullable(byTask.get(id)).map(Candidate::task);
  }

  /**
   * All that happened at this instant has been told: evicts what is overdue, holds a mapping event
   * if one is due and starts idle machines.
   */
  public void settle(long now) {
    evictOverdue(now);
    boolean expired = nothingRuns() && expireBatch(now);
    if (isDue(now) || expired) {
      holdMappingEvent(now);
    }
    startIdleMachines(now);
  }

  /** The latest time at which {@link #settle} must be called even if nothing happens until then. */
  public long nextWakeUp() {
    long next = earliestEviction();
    if (next == NEVER && nothingRuns() && isHard()) {
      next = deadlines.earliest();
    }
    return waitsForPeriod() ? Math.min(next, endOfPeriod()) : next;
  }

  private long endOfPeriod() {
    long period = rules.trigger().period();
    return period > NEVER - lastEvent ? NEVER : lastEvent + period;
  }

  /** Number of tasks in the batch queue. */
  public int unmapped() {
    return batch.size();
  }

  /** How the decisions of an approximate policy compare with exact ones so far. */
  public DecisionSample decisionSample() {
    return sampler.sample();
  }

  /** The queue of a machine. */
  public MachineQueue queue(int machine) {
    return queues[machine].shown();
  }

  private boolean isHard() {
    return rules.deadlines() == DeadlineKind.HARD;
  }

  private boolean nothingRuns() {
    for (MachineQueue queue : queues) {
      if (queue.isBusy()) {
        return false;
      }
    }
    return true;
  }

  private long earliestEviction() {
    if (!rules.evicts()) {
      return NEVER;
    }
    long earliest = NEVER;
    for (MachineQueue queue : queues) {
      if (queue.isBusy()) {
        earliest = Math.min(earliest, queue.task(0).deadline());
      }
    }
    return earliest;
  }

  private boolean isDue(long now) {
    Trigger trigger = rules.trigger();
    return stirred
        || (trigger.arrivals() > 0 && arrivals >= trigger.arrivals())
        || (trigger.completions() && completed)
        || (waitsForPeriod() && now - lastEvent >= trigger.period());
  }

  /** Whether the end of a period causes a mapping event: with nothing to map it does not. */
  private boolean waitsForPeriod() {
    return rules.trigger().period() > 0 && !batch.isEmpty();
  }

  private void holdMappingEvent(long now) {
    expireBatch(now);
    expireQueues(now);
    for (int m = 0; m < queues.length; m++) {
      queues[m] = queues[m].at(now);
    }
    List<MachineQueue> view = Arrays.asList(queues.clone());
    assertions.checkQueues(view, now);
    MappingEvent event =
        new MappingEvent(
            system,
            rules,
            now,
            batch,
            view,
            departures,
            journal.wantsDeferrals(),
            assertions,
            rooms);
    journal.record(new Journal.EventHeld(now, batch.size(), event.misses()));
    Optional<AllocationPolicy> twin = sampler.twin(policy);
    List<Decision> decisions = decide(policy, event);
    twin.ifPresent(exact -> sampler.compare(decisions, decide(exact, sampler.exact(event))));
    departures = new ArrayList<>();
    arrivals = 0;
    completed = false;
    stirred = false;
    lastEvent = now;
    apply(decisions, now);
  }

  private List<Decision> decide(AllocationPolicy decider, MappingEvent event) {
    List<Decision> decisions;
    try {
      decisions = decider.decide(event);
    } catch (RuntimeException e) {
      throw new IllegalDecisionException(
          "policy %s failed at time %d: %s".formatted(decider.name(), event.now(), e), e);
    }
    DecisionCheck.check(decider.name(), event, byTask.keySet(), decisions);
    return decisions;
  }

  private void apply(List<Decision> decisions, long now) {
    boolean mapped = false;
    for (Decision decision : decisions) {
      journal.record(new Journal.Decided(now, decision));
      switch (decision) {
        case Decision.Assign assign -> {
          assign(assign);
          mapped = true;
        }
        case Decision.Drop drop -> drop(drop, now);
        case Decision.Evict evict -> evict(evict.machine(), fateOfRunning(evict.reason()), now);
        case Decision.Defer defer -> {}
      }
    }
    if (mapped) {
      forgetLeft();
    }
  }

  private void assign(Decision.Assign assign) {
    Candidate candidate = byTask.remove(assign.task().id());
    if (candidate != null) {
      candidate.left = true;
      queues[assign.machine()] = queues[assign.machine()].with(candidate.task());
    }
  }

  private void drop(Decision.Drop drop, long now) {
    MachineQueue queue = queues[drop.machine()];
    removePending(queue, queue.positionOf(drop.task()), fateOfPending(drop.reason()), now);
  }

  private static Fate fateOfPending(DropReason reason) {
    return switch (reason) {
      case BELOW_THRESHOLD -> Fate.DROPPED_PENDING;
      case PROACTIVE -> Fate.DROPPED_PROACTIVELY;
    };
  }

  private static Fate fateOfRunning(DropReason reason) {
    return switch (reason) {
      case BELOW_THRESHOLD -> Fate.DROPPED_RUNNING;
      case PROACTIVE -> Fate.DROPPED_PROACTIVELY;
    };
  }

  private void removePending(MachineQueue queue, int position, Fate fate, long now) {
    int machine = queue.machine().id();
    leave(queue.task(position), fate, machine, Departure.NOT_STARTED, now);
    queues[machine] = queue.without(position, now);
  }

  private void evict(int machine, Fate fate, long now) {
    MachineQueue queue = queues[machine];
    Task task = queue.task(0);
    backend.evict(now, queue.machine(), task);
    leave(task, fate, machine, queue.start(), now);
    queues[machine] = queue.without(0, now);
    completed = completed || fate == Fate.EVICTED;
  }

  private void evictOverdue(long now) {
    if (!rules.evicts()) {
      return;
    }
    for (int m = 0; m < queues.length; m++) {
      if (queues[m].isBusy() && now >= queues[m].task(0).deadline()) {
        evict(m, Fate.EVICTED, now);
      }
    }
  }

  private boolean expireBatch(long now) {
    if (!isHard() || now < deadlines.earliest()) {
      return false;
    }
    for (Candidate candidate : batch) {
      if (now >= candidate.task().deadline()) {
        takeOut(candidate, Fate.EXPIRED_IN_BATCH, now);
      }
    }
    forgetLeft();
    return true;
  }

  private void takeOut(Candidate candidate, Fate fate, long now) {
    candidate.left = true;
    byTask.remove(candidate.task().id());
    leave(candidate.task(), fate, -1, Departure.NOT_STARTED, now);
  }

  /**
   * One pass for the batch queue and its deadlines: with long batch queues it is a good part of a
   * simulated task.
   */
  private void forgetLeft() {
    deadlines.clear();
    int stay = 0;
    for (Candidate candidate : batch) {
      if (!candidate.left) {
        batch.set(stay++, candidate);
        deadlines.include(candidate.task().deadline());
      }
    }
    batch.subList(stay, batch.size()).clear();
  }

  private void expireQueues(long now) {
    if (!rules.dropsPending()) {
      return;
    }
    for (int m = 0; m < queues.length; m++) {
      for (int i = queues[m].firstPending(); i < queues[m].size(); ) {
        if (now >= queues[m].task(i).deadline()) {
          removePending(queues[m], i, Fate.EXPIRED_IN_QUEUE, now);
        } else {
          i++;
        }
      }
    }
  }

  private void startIdleMachines(long now) {
    for (int m = 0; m < queues.length; m++) {
      while (!queues[m].isBusy() && queues[m].size() > 0) {
        startHead(m, now);
      }
    }
  }

  private void startHead(int machine, long now) {
    MachineQueue queue = queues[machine];
    Task head = queue.task(0);
    if (rules.dropsPending() && now >= head.deadline()) {
      removePending(queue, 0, Fate.EXPIRED_IN_QUEUE, now);
      return;
    }
    queues[machine] = queue.started(now);
    journal.record(new Journal.Started(now, machine, head));
    backend.start(now, queue.machine(), head);
  }

  private void leave(Task task, Fate fate, int machine, long start, long now) {
    Departure departure = new Departure(task, fate, machine, start, now);
    departures.add(departure);
    journal.record(new Journal.Left(departure));
  }
}
