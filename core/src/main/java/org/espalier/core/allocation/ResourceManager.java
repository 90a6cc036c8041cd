package org.espalier.core.allocation;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;

/**
 * The resource manager: keeps the batch queue and the machine queues, holds mapping events and
 * applies the decisions of the policy. It tells the back end what to start and what to stop.
 *
 * <p>It has no clock and no thread. A driver, simulated or live, tells it what happened at an
 * instant ({@link #taskFinished}, then {@link #taskArrived}), then calls {@link #settle} once for
 * that instant, and calls {@code settle} again at the latest at {@link #nextWakeUp}. The same calls
 * give the same decisions. A time before one that was told is refused. Not safe for use by several
 * threads.
 *
 * <p>Tasks may also fail or be taken back, machines come and go, and execution times are learned; a
 * live system knows more ({@link LiveChanges}). What may free a machine or bring a task back causes
 * a mapping event whatever the trigger says.
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
  private final LiveChanges live;
  private long lastEvent;

  /** The latest time that was told, and the highest id of a task that arrived. */
  private long latest = Long.MIN_VALUE;

  private int highest = Integer.MIN_VALUE;

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
    this.search = new PlacementSearch(system, placements, rules.scope(), queues);
    this.causes = new EventCauses(rules.trigger());
    this.live = new LiveChanges(rules, batch, held, queues, causes, backend, journal);
  }

  /**
   * Goes on where another manager stopped: takes over its batch queue, its running tasks, those
   * held back and what was spent of the energy budget. To be called once, before anything else.
   */
  public void takeOver(Journal.Began began) {
    began.spent().ifPresent(policy::goOnFrom);
    for (Journal.Held each : began.held()) {
      held.add(each.task(), each.until());
      highest = Math.max(highest, each.task().id());
    }
    began.waiting().forEach(batch::add);
    for (Journal.Running run : began.running()) {
      int pState = run.placement().pState();
      MachineQueue queue = queues.get(run.machine());
      queues.set(run.machine(), queue.running(run.task(), pState, run.start(), began.time()));
      highest = Math.max(highest, run.task().id());
    }
    causes.stirred();
  }

  /**
   * A task arrived.
   *
   * @throws IllegalArgumentException if the system has no such task type, a task of that id is here
   *     already, or the time is before one that was told
   */
  public void taskArrived(long now, Task task) {
    goOnTo(now);
    if (task.type() >= system.taskTypes().size()) {
      throw new IllegalArgumentException(
          "task %s has type %s; system %s has task types 0 to %s"
              .formatted(task.id(), task.type(), system.name(), system.taskTypes().size() - 1));
    }
    if (task.id() <= highest && (queues.machineOf(task.id()) >= 0 || held.holds(task.id()))) {
      throw new IllegalArgumentException(
          "task %s arrives, and is mapped or held back already; give each task an id of its own"
              .formatted(task.id()));
    }
    highest = Math.max(highest, task.id());
    causes.arrived(now, anyToMap());
    batch.add(task);
    journal.record(new Journal.Arrived(now, task));
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
    goOnTo(now);
    live.ended(now, machine, new ExecutionEnd(end, ExecutionEnd.How.FINISHED));
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
    goOnTo(now);
    live.ended(now, machine, new ExecutionEnd(end, ExecutionEnd.How.FAILED));
  }

  /**
   * A user takes a task back, wherever it is. A running one is stopped; but if it turns out to have
   * ended, it leaves as what it is then.
   *
   * @return whether it was there; not if it was handed over ahead and begins just now
   */
  public boolean taskCancelled(long now, int taskId) {
    goOnTo(now);
    return live.cancel(taskId, now);
  }

  /**
   * A machine takes tasks from now on, or takes no more. When it takes no more, its running task
   * goes on, and those behind it go back to the batch queue.
   */
  public void machineChanged(long now, int machine, boolean available) {
    goOnTo(now);
    journal.record(new Journal.MachineChanged(now, machine, available));
    if (!available) {
      int first = queues.get(machine).firstPending();
      int kept = live.isFree(machine, first, now) ? first : first + 1;
      while (queues.get(machine).size() > kept) {
        live.giveBack(machine, kept, now);
      }
    }
    queues.makeAvailable(machine, available);
    causes.stirred();
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

  /** A task of the batch queue. */
  public Optional<Task> findWaiting(int id) {
    return batch.find(id).map(Candidate::task);
  }

  /** What is told to it in a live system only. */
  public LiveChanges live() {
    return live;
  }

  /**
   * All that happened at this instant has been told: evicts what is overdue, holds a mapping event
   * if one is due and starts idle machines.
   */
  public void settle(long now) {
    goOnTo(now);
    live.evictOverdue(now);
    live.release(now);
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
    boolean expired = queues.areIdle() && live.expireBatch(now);
    if (causes.isDue(now, anyToMap()) || expired) {
      holdMappingEvent(now);
    }
    isHeldUp = false;
    startIdleMachines(now);
  }

  /**
   * The latest time at which {@link #settle} must be called even if nothing happens until then;
   * {@link TimeSpan#NEVER} if there is nothing to wake up for.
   */
  public long nextWakeUp() {
    long next = Math.min(queues.nextEviction(), held.next(rules.isHard()));
    if (mappedAt != TimeSpan.NEVER) {
      return Math.min(next, mappedAt);
    }
    if (queues.nextEviction() == TimeSpan.NEVER && queues.areIdle() && rules.isHard()) {
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

  private void goOnTo(long now) {
    if (now < latest) {
      throw new IllegalArgumentException(
          "time goes back from %s to %s; tell what happens in order".formatted(latest, now));
    }
    latest = now;
  }

  /** Whether a mapping event could map a task. */
  private boolean anyToMap() {
    return !batch.isEmpty() || (rules.remaps() && queues.nextVirtual(0) >= 0);
  }

  private void holdMappingEvent(long now) {
    lastEvent = now;
    wasHeldUp = isHeldUp;
    if (rules.remaps()) {
      live.recallVirtual(now);
    }
    live.recallForMust(now);
    live.expireBatch(now);
    live.expireQueues(now);
    MappingEvent event =
        new MappingEvent(
            system,
            rules,
            now,
            batch,
            queues,
            search,
            live.takeDepartures(),
            journal.wantsDeferrals(),
            placements);
    journal.record(new Journal.EventHeld(now, batch.size(), event.misses()));
    List<Decision> decisions = decide(event);
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

  private List<Decision> decide(MappingEvent event) {
    List<Decision> decisions;
    try {
      decisions = policy.decide(event);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw new IllegalDecisionException(
          "policy %s failed at time %s: %s".formatted(policy.name(), event.now(), e), e);
    }
    DecisionCheck.check(policy.name(), event, batch, decisions);
    return decisions;
  }

  private void apply(List<Decision> decided, long now) {
    // What was handed over ahead is taken back before any eviction lets it begin.
    List<Decision> decisions =
        decided.stream().filter(d -> !(d instanceof Decision.Drop e) || isFree(e, now)).toList();
    for (Decision decision : decisions) {
      if (decision instanceof Decision.Assign assign && !isKept(assign, now)) {
        continue;
      }
      journal.record(new Journal.Decided(now, decision));
      switch (decision) {
        case Decision.Assign assign -> assign(assign);
        case Decision.Discard discard ->
            live.leaveUnmapped(batch.take(discard.task().id()), Fate.DISCARDED, now);
        case Decision.Drop drop -> {
          int position = queues.get(drop.machine()).positionOf(drop.task().id());
          live.drop(drop.machine(), position, fate(drop.reason(), Fate.DROPPED_PENDING), now);
        }
        case Decision.Evict evict ->
            live.evict(evict.machine(), fate(evict.reason(), Fate.DROPPED_RUNNING), now);
        case Decision.Defer defer -> {}
      }
    }
    batch.forgetLeft();
  }

  private boolean isFree(Decision.Drop drop, long now) {
    int machine = drop.machine();
    return !queues.isAhead(machine)
        || live.isFree(machine, queues.get(machine).positionOf(drop.task().id()), now);
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
              now,
              new Decision.Defer(assign.task().asked(), assign.placement(), Fill.REASON, basis)));
    }
    return inTime;
  }

  /** When a task at the end of a queue is expected to start; the queue itself stays as it is. */
  private double expectedStart(int machine, long now) {
    MachineQueue queue = queues.get(machine).seenAt(now);
    return ScoreRounding.time(queue.expectedReadyTime());
  }

  private void assign(Decision.Assign assign) {
    Task asked = batch.take(assign.task().id());
    Task task = assign.task().isVersion() ? assign.task() : asked;
    queues.set(
        assign.machine(), queues.get(assign.machine()).with(task, assign.placement().pState()));
  }

  private static Fate fate(DropReason reason, Fate otherwise) {
    return switch (reason) {
      case BELOW_THRESHOLD, LOW_UTILITY, BELOW_PRICE -> otherwise;
      case PROACTIVE -> Fate.DROPPED_PROACTIVELY;
    };
  }

  private void startIdleMachines(long now) {
    for (int m = queues.nextStartable(0); m >= 0; m = queues.nextStartable(m)) {
      startHead(m, now);
    }
  }

  private void startHead(int machine, long now) {
    MachineQueue queue = queues.get(machine);
    Task head = queue.task(0);
    if (rules.dropsPending() && now >= head.deadline()) {
      live.drop(machine, 0, Fate.EXPIRED_IN_QUEUE, now);
      return;
    }
    queues.set(machine, queue.started(now));
    Placement placement = queue.placement(0);
    journal.record(new Journal.Started(now, placement, head));
    backend.start(now, placement, head);
  }
}
