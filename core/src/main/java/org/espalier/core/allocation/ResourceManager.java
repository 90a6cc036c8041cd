package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;

/**
 * The resource manager: keeps the batch queue and the machine queues, holds mapping events and
 * applies the decisions of the policy. It tells the back end what to start and what to stop.
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
 * <p>Where the rules have a pending slot, machines that are free start their tasks before a mapping
 * event, and it begins with the return of the virtual queues to the batch queue ({@link
 * AllocationRules#remaps}).
 *
 * <p>Where queues are filled just in time ({@link Fill}), an assignment that would start after the
 * next mapping event is not carried out.
 *
 * <p>Order inside a mapping event: reactive drops (evictions, then the batch queue in order, then
 * the machine queues), the policy's decisions, and the start of idle machines.
 */
public final class ResourceManager {
  private final AllocationRules rules;
  private HcSystem system;
  private AllocationPolicy policy;
  private final ExecutionBackend backend;
  private final Journal journal;

  private final Placements placements;
  private final HeldTasks held = new HeldTasks();
  private final BatchQueue batch = new BatchQueue();
  private final MachineQueues queues;
  private final PlacementSearch search;
  private final EventCauses causes;
  private List<Departure> departures = new ArrayList<>();
  private long lastEvent;

  /** Assignments of an event that still goes on, and when it ends; none if that is never. */
  private List<Decision> mapping = List.of();

  private long mappedAt = TimeSpan.NEVER;

  /** Whether a mapping event is due that waits for the end of the present one. */
  private boolean isHeldUp;

  private boolean wasHeldUp;

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
      Journal journal) {
    this.system = system;
    this.rules = rules;
    this.policy = policy;
    this.backend = backend;
    this.journal = journal;
    this.placements = new Placements(system);
    this.queues = MachineQueues.idle(system, rules, policy.approximation());
    this.search = new PlacementSearch(system, queues.times(), rules.scope(), queues.changed());
    this.causes = new EventCauses(rules.trigger());
  }

  /**
   * Goes on where another manager stopped: takes over its batch queue, its running tasks, those
   * held back and what was spent of the energy budget. To be called once, before anything else.
   */
  public void takeOver(Journal.Began began) {
    began.spent().ifPresent(policy::goOnFrom);
    began.held().forEach(each -> held.add(each.task(), each.until()));
    began.waiting().forEach(batch::add);
    for (Journal.Running run : began.running()) {
      int pState = run.placement().pState();
      MachineQueue queue = queues.get(run.machine());
      queues.set(run.machine(), queue.running(run.task(), pState, run.start(), began.time()));
    }
    causes.stirred();
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
          "task %s has type %s; system %s has task types 0 to %s"
              .formatted(task.id(), task.type(), system.name(), system.taskTypes().size() - 1));
    }
    causes.arrived(now, anyToMap());
    batch.add(task);
    journal.record(new Journal.Arrived(now, task));
  }

  /**
   * The running task of a machine only waited there at first; its execution counts from {@code
   * start} on.
   *
   * @throws IllegalArgumentException if that is before the task was started, or still to come
   */
  public void executionBegan(long now, int machine, long start) {
    MachineQueue queue = queues.busy(machine);
    if (start < queue.start() || start > now) {
      throw new IllegalArgumentException(
          "task %s began to execute at %s; expected %s to %s"
              .formatted(queue.task(0).id(), start, queue.start(), now));
    }
    journal.record(new Journal.Executing(now, machine, queue.task(0), start));
    queues.set(machine, queue.executingSince(start));
  }

  /** A machine finishes its running task. */
  public void taskFinished(long now, int machine) {
    taskFinished(now, machine, now);
  }

  /**
   * A machine has finished its running task, which is heard only now.
   *
   * @param end when it had; that decides whether the task is on time. It may lie after {@code now}
   *     where time went on while a driver told what happened at that instant
   * @throws IllegalArgumentException if that is before the task was started
   */
  public void taskFinished(long now, int machine, long end) {
    MachineQueue queue = endedOn(machine, end);
    Task task = queue.task(0);
    journal.record(new Journal.Finished(now, machine, task, end));
    end(queue, end <= task.deadline() ? Fate.ON_TIME : Fate.LATE, now, end);
  }

  /** The queue of a machine whose running task ended at a time. */
  private MachineQueue endedOn(int machine, long end) {
    MachineQueue queue = queues.busy(machine);
    if (end < queue.start()) {
      throw new IllegalArgumentException(
          "task %s was over at %s, before its start at %s"
              .formatted(queue.task(0).id(), end, queue.start()));
    }
    return queue;
  }

  /** The running task leaves the system and its machine is free. */
  private void end(MachineQueue queue, Fate fate, long now, long end) {
    int machine = queue.index();
    leave(queue.task(0), fate, queue.placement(0), queue.start(), now, end);
    queues.set(machine, queue.without(0, now));
    causes.completed();
  }

  /** The running task of a machine fails; it leaves the system. */
  public void taskFailed(long now, int machine) {
    taskFailed(now, machine, now);
  }

  /**
   * The running task of a machine has failed, which is heard only now.
   *
   * @param end when it had, as in {@link #taskFinished(long, int, long)}
   * @throws IllegalArgumentException if that is before the task was started
   */
  public void taskFailed(long now, int machine, long end) {
    MachineQueue queue = endedOn(machine, end);
    Task task = queue.task(0);
    journal.record(new Journal.Failed(now, machine, task, end));
    end(queue, Fate.FAILED, now, end);
  }

  /** The running task of a machine is lost and may run again: it goes back to the batch queue. */
  public void taskLost(long now, int machine) {
    taskLost(now, machine, now);
  }

  /**
   * The running task of a machine is lost, or has failed, and may run again after a while. Until
   * then it is in no queue; a hard deadline that passes meanwhile drops it.
   *
   * @param until when it comes back to the batch queue
   */
  public void taskLost(long now, int machine, long until) {
    MachineQueue queue = queues.busy(machine);
    Task task = queue.task(0);
    journal.record(new Journal.Lost(now, machine, task, until));
    if (until <= now) {
      giveBack(machine, 0, now);
    } else {
      queues.set(machine, queue.without(0, now));
      held.add(task, until);
      causes.stirred();
    }
  }

  /** A mapped task goes back to the batch queue. */
  private void giveBack(int machine, int position, long now) {
    MachineQueue queue = queues.get(machine);
    Task task = queue.task(position);
    queues.set(machine, queue.without(position, now));
    batch.add(task);
    causes.stirred();
    journal.record(new Journal.Returned(now, machine, task));
  }

  /**
   * A user takes a task back, wherever it is. A running one is stopped; but if it turns out to have
   * ended, it leaves as what it is then.
   *
   * @return whether it was there
   */
  public boolean taskCancelled(long now, int taskId) {
    Optional<Candidate> waiting = batch.find(taskId);
    waiting.ifPresent(candidate -> cancelWaiting(candidate, now));
    return waiting.isPresent() || cancelHeld(taskId, now) || cancelMapped(taskId, now);
  }

  private boolean cancelHeld(int taskId, long now) {
    Optional<Task> task = held.take(taskId);
    task.ifPresent(found -> {
      journal.record(new Journal.Cancelled(now, found));
      leave(found, Fate.CANCELLED, Placement.NOWHERE, Departure.NOT_STARTED, now);
    });
    return task.isPresent();
  }

  private void cancelWaiting(Candidate candidate, long now) {
    journal.record(new Journal.Cancelled(now, candidate.task()));
    takeOut(candidate, Fate.CANCELLED, now);
    batch.forgetLeft();
  }

  private boolean cancelMapped(int taskId, long now) {
    int machine = queues.machineOf(taskId);
    if (machine < 0) {
      return false;
    }
    MachineQueue queue = queues.get(machine);
    int position = queue.positionOf(taskId);
    journal.record(new Journal.Cancelled(now, queue.task(position)));
    if (position < queue.firstPending()) {
      evict(machine, Fate.CANCELLED, now);
      causes.completed();
    } else {
      removePending(queue, position, Fate.CANCELLED, now);
      causes.stirred();
    }
    return true;
  }

  /**
   * A machine takes tasks from now on, or takes no more. When it takes no more, its running task
   * goes on, and those behind it go back to the batch queue.
   */
  public void machineChanged(long now, int machine, boolean available) {
    journal.record(new Journal.MachineChanged(now, machine, available));
    if (!available) {
      giveBackPending(machine, now);
    }
    queues.makeAvailable(machine, available);
    causes.stirred();
  }

  private void giveBackPending(int machine, long now) {
    while (queues.get(machine).size() > queues.get(machine).firstPending()) {
      giveBack(machine, queues.get(machine).firstPending(), now);
    }
  }

  /**
   * What is stopped on a machine takes such times from now on until it is gone. Until {@link
   * #machineCleared} tells that it is, its machine is given no task, and is expected to be free by
   * these times.
   */
  public void stopTimes(long now, int machine, StopTimes times) {
    journal.record(new Journal.StopTimed(now, machine, times));
    queues.set(machine, queues.get(machine).stoppingIn(times));
  }

  /**
   * A task that has left is still being stopped on an idle machine, as an earlier manager left it.
   *
   * @param since when it was told to stop
   */
  public void machineClearing(long now, int machine, long since) {
    journal.record(new Journal.Clearing(now, machine, since));
    queues.set(machine, queues.get(machine).clearingSince(since));
  }

  /** What was stopped on a machine is gone. */
  public void machineCleared(long now, int machine) {
    journal.record(new Journal.Cleared(now, machine));
    queues.set(machine, queues.get(machine).cleared(now));
    causes.completed();
  }

  /**
   * The execution time of a task type on a machine type in a P-state is believed to be another from
   * now on.
   *
   * @throws IllegalArgumentException if it is not on the lattice of the others
   */
  public void learned(long now, int taskType, int machineType, int pState, Pmf executionTime) {
    system = system.withPet(system.pet().with(taskType, machineType, pState, executionTime));
    journal.record(new Journal.Learned(now, taskType, machineType, pState, executionTime));
    queues.believe(system, system.machineTypes().get(machineType), policy.approximation());
  }

  /**
   * Another policy decides from now on; the energy that was spent stays spent.
   *
   * @param other a policy in its first state
   * @param settings its settings, for the journal
   */
  public void policyChanged(long now, AllocationPolicy other, String settings) {
    policy.energy().map(EnergyStanding::spent).ifPresent(other::goOnFrom);
    policy = other;
    for (MachineType type : system.machineTypes()) {
      queues.believe(system, type, other.approximation());
    }
    journal.record(new Journal.PolicyChanged(now, other.name(), settings));
    causes.stirred();
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
    return batch.candidates().stream().limit(most).map(Candidate::task).toList();
  }

  /** The tasks that are held back before they may execute again. */
  public List<Journal.Held> held() {
    return held.all();
  }

  /** A task that is held back. */
  public Optional<Journal.Held> findHeld(int id) {
    return held.find(id);
  }

  /** A task of the batch queue. */
  public Optional<Task> findWaiting(int id) {
    return batch.find(id).map(Candidate::task);
  }

  /**
   * All that happened at this instant has been told: evicts what is overdue, holds a mapping event
   * if one is due and starts idle machines.
   */
  public void settle(long now) {
    evictOverdue(now);
    release(now);
    if (rules.remaps()) {
      startIdleMachines(now);
    }
    if (mappedAt != TimeSpan.NEVER && now < mappedAt) {
      isHeldUp |= causes.isDue(now, anyToMap());
      startIdleMachines(now);
      return;
    }
    if (mappedAt != TimeSpan.NEVER) {
      takeEffect(now);
      isHeldUp |= causes.isOverdue(now, anyToMap());
    }
    boolean expired = queues.areIdle() && expireBatch(now);
    if (causes.isDue(now, anyToMap()) || expired) {
      holdMappingEvent(now);
    }
    isHeldUp = false;
    startIdleMachines(now);
  }

  /** What was held back comes back, or has missed its deadline. */
  private void release(long now) {
    for (Task task : held.takeDue(now)) {
      batch.add(task);
      causes.stirred();
      journal.record(new Journal.Released(now, task));
    }
    for (Task task : isHard() ? held.takeOverdue(now) : List.<Task>of()) {
      leave(task, Fate.EXPIRED_IN_BATCH, Placement.NOWHERE, Departure.NOT_STARTED, now);
    }
  }

  /** The machines whose running tasks are evicted when a time is settled, in their order. */
  public int[] overdue(long now) {
    return IntStream.iterate(
            queues.nextOverdue(0, now), m -> m >= 0, m -> queues.nextOverdue(m + 1, now))
        .toArray();
  }

  /**
   * The latest time at which {@link #settle} must be called even if nothing happens until then;
   * {@link TimeSpan#NEVER} if there is nothing to wake up for.
   */
  public long nextWakeUp() {
    long next = Math.min(queues.nextEviction(), held.next(isHard()));
    if (mappedAt != TimeSpan.NEVER) {
      return Math.min(next, mappedAt);
    }
    if (queues.nextEviction() == TimeSpan.NEVER && queues.areIdle() && isHard()) {
      next = Math.min(next, batch.earliestDeadline());
    }
    return Math.min(next, causes.nextByTime(anyToMap()));
  }

  /** Whether a mapping event still goes on, since decisions take time. */
  public boolean isMapping() {
    return mappedAt != TimeSpan.NEVER;
  }

  /** Whether the last mapping event began later than its trigger asked, as decisions take time. */
  public boolean wasHeldUp() {
    return wasHeldUp;
  }

  /** Number of tasks in the batch queue, and of those that are held back from it. */
  public int unmapped() {
    return batch.size() + held.size();
  }

  /** The queue of a machine, as of the last mapping event or of what has happened to it since. */
  public MachineQueue queue(int machine) {
    return queues.at(queues.get(machine), lastEvent);
  }

  private boolean isHard() {
    return rules.deadlines() == DeadlineKind.HARD;
  }

  /** Whether a mapping event could map a task. */
  private boolean anyToMap() {
    return !batch.isEmpty() || (rules.remaps() && queues.nextVirtual(0) >= 0);
  }

  private void holdMappingEvent(long now) {
    lastEvent = now;
    wasHeldUp = isHeldUp;
    if (rules.remaps()) {
      recallVirtual(now);
    }
    expireBatch(now);
    expireQueues(now);
    MappingEvent event =
        new MappingEvent(
            system,
            rules,
            now,
            batch,
            queues,
            search,
            departures,
            journal.wantsDeferrals(),
            placements);
    journal.record(new Journal.EventHeld(now, batch.size(), event.misses()));
    List<Decision> decisions = decide(event);
    departures = new ArrayList<>();
    causes.held(now, policy.askAgainAt().orElse(TimeSpan.NEVER));
    long charge = rules.charge().of(policy.evaluations());
    if (charge > 0) {
      journal.record(new Journal.Charged(now, charge));
      apply(decisions.stream().filter(d -> !(d instanceof Decision.Assign)).toList(), now);
      mapping = decisions.stream().filter(Decision.Assign.class::isInstance).toList();
      mappedAt = now + charge;
    } else {
      apply(decisions, now);
    }
  }

  /** Assigns what took time to decide, but for tasks that have left meanwhile. */
  private void takeEffect(long now) {
    List<Decision> possible = mapping.stream().filter(this::isStillPossible).toList();
    mapping = List.of();
    mappedAt = TimeSpan.NEVER;
    journal.record(new Journal.EventEnded(now));
    apply(possible, now);
    startIdleMachines(now);
  }

  private boolean isStillPossible(Decision decision) {
    return decision instanceof Decision.Assign assign
        && batch.find(assign.task().id()).isPresent()
        && queues.get(assign.machine()).hasRoom();
  }

  /** The tasks behind the pending slots go back to the batch queue. */
  private void recallVirtual(long now) {
    for (int m = queues.nextVirtual(0); m >= 0; m = queues.nextVirtual(m + 1)) {
      MachineQueue queue = queues.get(m);
      int fixed = queue.fixed();
      for (int i = fixed; i < queue.size(); i++) {
        batch.add(queue.task(i));
        journal.record(new Journal.Returned(now, m, queue.task(i)));
      }
      queues.set(m, queue.ofFirst(fixed));
    }
  }

  private List<Decision> decide(MappingEvent event) {
    List<Decision> decisions;
    try {
      decisions = policy.decide(event);
    } catch (RuntimeException e) {
      throw new IllegalDecisionException(
          "policy %s failed at time %s: %s".formatted(policy.name(), event.now(), e), e);
    }
    DecisionCheck.check(policy.name(), event, batch.ids(), decisions);
    return decisions;
  }

  private void apply(List<Decision> decisions, long now) {
    boolean left = false;
    for (Decision decision : decisions) {
      if (decision instanceof Decision.Assign assign && !isKept(assign, now)) {
        continue;
      }
      journal.record(new Journal.Decided(now, decision));
      switch (decision) {
        case Decision.Assign assign -> {
          assign(assign);
          left = true;
        }
        case Decision.Discard discard -> {
          discard(discard, now);
          left = true;
        }
        case Decision.Drop drop -> drop(drop, now);
        case Decision.Evict evict ->
            evict(evict.machine(), fate(evict.reason(), Fate.DROPPED_RUNNING), now);
        case Decision.Defer defer -> {}
      }
    }
    if (left) {
      batch.forgetLeft();
    }
  }

  /**
   * Whether an assignment is carried out. If not, the task stays in the batch queue, and so does
   * every other that is assigned to the same machine after it.
   */
  private boolean isKept(Decision.Assign assign, long now) {
    if (rules.fill() == Fill.EARLY || queues.get(assign.machine()).size() == 0) {
      return true;
    }
    double start = expectedStart(assign.machine(), now);
    boolean inTime = rules.startsInTime(start, lastEvent);
    if (!inTime && journal.wantsDeferrals()) {
      Basis basis = new Basis("expected start", start, rules.nextEvent(lastEvent));
      journal.record(
          new Journal.Decided(
              now, new Decision.Defer(assign.task(), assign.placement(), Fill.REASON, basis)));
    }
    return inTime;
  }

  /** When a task at the end of a queue is expected to start; the queue itself stays as it is. */
  private double expectedStart(int machine, long now) {
    MachineQueue queue = queues.get(machine).seenAt(now);
    return Rounding.time(queue.expectedReadyTime());
  }

  private void assign(Decision.Assign assign) {
    Task task = batch.take(assign.task().id());
    queues.set(
        assign.machine(), queues.get(assign.machine()).with(task, assign.placement().pState()));
  }

  private void discard(Decision.Discard discard, long now) {
    Task task = batch.take(discard.task().id());
    leave(task, Fate.DISCARDED, Placement.NOWHERE, Departure.NOT_STARTED, now);
  }

  private void drop(Decision.Drop drop, long now) {
    MachineQueue queue = queues.get(drop.machine());
    removePending(
        queue, queue.positionOf(drop.task().id()), fate(drop.reason(), Fate.DROPPED_PENDING), now);
  }

  private static Fate fate(DropReason reason, Fate otherwise) {
    return switch (reason) {
      case BELOW_THRESHOLD, LOW_UTILITY, BELOW_PRICE -> otherwise;
      case PROACTIVE -> Fate.DROPPED_PROACTIVELY;
    };
  }

  private void removePending(MachineQueue queue, int position, Fate fate, long now) {
    int machine = queue.index();
    leave(queue.task(position), fate, queue.placement(position), Departure.NOT_STARTED, now);
    queues.set(machine, queue.without(position, now));
  }

  private void evict(int machine, Fate fate, long now) {
    MachineQueue queue = queues.get(machine);
    Optional<ExecutionEnd> before = backend.ended(now, queue.machine(), queue.task(0));
    ExecutionEnd end = before.orElse(new ExecutionEnd(now, ExecutionEnd.How.STOPPED));
    switch (end.how()) {
      case FINISHED -> taskFinished(now, machine, end.time());
      case FAILED -> taskFailed(now, machine, end.time());
      case STOPPED -> evict(queue, fate, now, end.time());
    }
  }

  private void evict(MachineQueue queue, Fate fate, long now, long end) {
    backend.evict(now, queue.machine(), queue.task(0));
    leave(queue.task(0), fate, queue.placement(0), queue.start(), now, end);
    queues.set(queue.index(), queue.dropped(0, now));
    if (fate == Fate.EVICTED) {
      causes.completed();
    }
  }

  private void evictOverdue(long now) {
    for (int m = queues.nextOverdue(0, now); m >= 0; m = queues.nextOverdue(m + 1, now)) {
      evict(m, Fate.EVICTED, now);
    }
  }

  private boolean expireBatch(long now) {
    if (!isHard() || now < batch.earliestDeadline()) {
      return false;
    }
    for (Candidate candidate : batch.candidates()) {
      if (now >= candidate.task().deadline()) {
        takeOut(candidate, Fate.EXPIRED_IN_BATCH, now);
      }
    }
    batch.forgetLeft();
    return true;
  }

  private void takeOut(Candidate candidate, Fate fate, long now) {
    batch.leave(candidate);
    leave(candidate.task(), fate, Placement.NOWHERE, Departure.NOT_STARTED, now);
  }

  private void expireQueues(long now) {
    int m = queues.nextWithOverduePending(0, now);
    while (m >= 0) {
      expireQueue(m, now);
      m = queues.nextWithOverduePending(m + 1, now);
    }
  }

  private void expireQueue(int machine, long now) {
    for (int i = queues.get(machine).firstPending(); i < queues.get(machine).size(); ) {
      if (now >= queues.get(machine).task(i).deadline()) {
        removePending(queues.get(machine), i, Fate.EXPIRED_IN_QUEUE, now);
      } else {
        i++;
      }
    }
  }

  private void startIdleMachines(long now) {
    for (int m = queues.nextStartable(0); m >= 0; m = queues.nextStartable(m + 1)) {
      while (queues.isStartable(m)) {
        startHead(m, now);
      }
    }
  }

  private void startHead(int machine, long now) {
    MachineQueue queue = queues.get(machine);
    Task head = queue.task(0);
    if (rules.dropsPending() && now >= head.deadline()) {
      removePending(queue, 0, Fate.EXPIRED_IN_QUEUE, now);
      return;
    }
    queues.set(machine, queue.started(now));
    Placement placement = queue.placement(0);
    journal.record(new Journal.Started(now, placement, head));
    backend.start(now, placement, head);
  }

  private void leave(Task task, Fate fate, Placement placement, long start, long now) {
    leave(task, fate, placement, start, now, now);
  }

  private void leave(Task task, Fate fate, Placement placement, long start, long now, long end) {
    Departure departure = new Departure(task, fate, placement, start, end);
    departures.add(departure);
    journal.record(new Journal.Left(now, departure));
  }
}
