package org.espalier.core.allocation;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one machine at one time: the running task, if any, and the pending ones behind it,
 * first come first served. It has the completion-time PMF of each.
 *
 * <p>Position 0 is the running task, or the head of the queue of an idle machine. To a reader it is
 * immutable; the operations that change a queue give another one. Not safe for use by several
 * threads.
 *
 * <p><b>Inside.</b> Completion times are computed on first use and shared between states. A policy
 * tries changes on states of its own, and the resource manager then makes the same changes to the
 * real one; so that nothing is computed twice, a state remembers the last state derived from it.
 *
 * <p>While the tasks stay the same, the queue has one {@link Composition}. Time then passes without
 * consequence until the next impulse of the running task's completion time, so {@link #at} mostly
 * returns this very state; when an impulse passes, the tail gets a new version. {@link Estimates}
 * keep their numbers with the version they belong to, and the tail is renewed only when what an
 * earlier one bounds does not decide ({@link TailHistory}).
 */
public final class MachineQueue {
  /** The share of outcomes that are left for as long as a bound under PENDING holds. */
  static final double SHARE_LEFT = 0.9;

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final MachineProfile profile;
  private final int index;
  private final int firstPlacement;
  private final int lastPlacement;
  private final boolean room;
  private final boolean earlierTailsBound;
  private final long now;
  private final @Nullable RunningTask run;
  private final QueuedTasks tasks;
  private final @Nullable Pmf[] completions;
  private final long version;
  private long unchangedBefore;
  private @Nullable TailHistory history;
  private final long grownFrom;
  private long nextCompletionAtMost = UNKNOWN;
  private @Nullable Task derivedFor;
  private @Nullable MachineQueue derived;

  /** A composition of its own. */
  private MachineQueue(
      MachineProfile profile,
      long grownFrom,
      long now,
      @Nullable RunningTask run,
      QueuedTasks tasks,
      @Nullable Pmf... known) {
    this(profile, grownFrom, profile.compositions().next(), now, run, tasks, known);
  }

  private MachineQueue(
      MachineProfile profile,
      long grownFrom,
      long version,
      long now,
      @Nullable RunningTask run,
      QueuedTasks tasks,
      @Nullable Pmf... known) {
    this.profile = profile;
    this.index = profile.machine().id();
    this.firstPlacement = profile.placement(0).id();
    this.lastPlacement = firstPlacement + profile.pStates() - 1;
    this.room =
        profile.isAvailable() && profile.clearing() == null && tasks.size() < profile.capacity();
    this.earlierTailsBound = profile.scope() != DroppingScope.PENDING;
    this.version = version;
    this.grownFrom = grownFrom;
    this.now = now;
    this.run = run;
    this.tasks = tasks;
    this.completions = Arrays.copyOf(known, tasks.size());
  }

  /** The empty queue of an idle machine. */
  static MachineQueue empty(MachineProfile profile, long now) {
    return new MachineQueue(profile, Composition.NONE, now, null, QueuedTasks.NONE);
  }

  /**
   * The queue of this machine with one task, which has been running in a P-state since {@code
   * start}.
   */
  MachineQueue running(Task task, int pState, long start, long time) {
    RunningTask running = new RunningTask(profile, task, pState, start);
    QueuedTasks one = QueuedTasks.NONE.with(task, pState);
    return new MachineQueue(profile, Composition.NONE, time, running, one);
  }

  /** The same tasks on the machine as it is where something has changed. */
  MachineQueue changed(TypeTimes times, boolean available) {
    return on(profile.changed(times, available));
  }

  /** The same tasks on the machine where what is stopped takes other times. */
  MachineQueue stoppingIn(StopTimes times) {
    return on(profile.stoppingIn(times));
  }

  /** The same tasks behind one that is being stopped since a time. */
  MachineQueue clearingSince(long since, @Nullable RunningTask last) {
    return profile.stopTimes().most() == 0 ? this : on(profile.clearingSince(since, last));
  }

  /** The same tasks where what was stopped is gone. */
  MachineQueue cleared(long time) {
    return new MachineQueue(profile.cleared(), Composition.NONE, time, run, tasks);
  }

  /** The running task has the profile of its queue. */
  private MachineQueue on(MachineProfile other) {
    RunningTask same =
        run == null ? null : new RunningTask(other, run.task(), run.pState(), run.start());
    return new MachineQueue(other, Composition.NONE, now, same, tasks);
  }

  /** Whether the last task is being stopped and is not gone yet; no task begins until then. */
  public boolean isClearing() {
    return profile.clearing() != null;
  }

  /**
   * Whether what is stopped here runs on to its end. Its machine is no sooner free then, and
   * nothing is won by stopping it.
   */
  public boolean runsOn() {
    return profile.runsOn();
  }

  /** The execution times on it, and on all machines of its type. */
  TypeTimes times() {
    return profile.times();
  }

  /** The machine. */
  public Machine machine() {
    return profile.machine();
  }

  /** Index of the machine. */
  int index() {
    return index;
  }

  /** Id of the machine's placement in P-state 0; those in the other P-states follow. */
  int firstPlacement() {
    return firstPlacement;
  }

  /** Id of the machine's placement in the last of its P-states. */
  int lastPlacement() {
    return lastPlacement;
  }

  /** Number of tasks, counting the running one. */
  public int size() {
    return tasks.size();
  }

  /** Whether one more task fits. */
  public boolean hasRoom() {
    return room;
  }

  /** Whether the machine takes tasks and has none, nor one that is being stopped. */
  public boolean isIdle() {
    return room && tasks.size() == 0;
  }

  /** Number of tasks that still fit; {@code Integer.MAX_VALUE} for an unbounded queue. */
  public int freeSlots() {
    if (!profile.isAvailable() || isClearing()) {
      return 0;
    }
    return profile.rules().management().isBounded()
        ? profile.capacity() - tasks.size()
        : Integer.MAX_VALUE;
  }

  /** Whether a task is running. */
  public boolean isBusy() {
    return run != null;
  }

  /** The running task. */
  public Optional<Task> running() {
    return Optional.ofNullable(run).map(RunningTask::task);
  }

  /** When the running task started; meaningless on an idle machine. */
  public long start() {
    return run == null ? 0 : run.start();
  }

  /** Position of the first pending task: 1 behind a running task, else 0. */
  public int firstPending() {
    return run == null ? 0 : 1;
  }

  /** Number of its first tasks that stay where they are: all but those of a virtual queue. */
  public int fixed() {
    int firstBehindRunning = isClearing() ? 1 : firstPending(); // its head has no other way to go
    return profile.rules().remaps()
        ? Math.min(tasks.size(), firstBehindRunning + TaskManagement.PendingSlot.FIXED)
        : tasks.size();
  }

  /** The task at a position. */
  public Task task(int position) {
    return tasks.task(position);
  }

  /** What the task at a position is mapped to: this machine in the P-state it is to run in. */
  public Placement placement(int position) {
    return profile.placement(tasks.pState(position));
  }

  /** All tasks, the running one first. */
  public List<Task> tasks() {
    return tasks.asList();
  }

  /** Whether the machine takes tasks; one that does not finishes those it has. */
  public boolean isAvailable() {
    return profile.isAvailable();
  }

  /** Whether tasks of the type can run on the machine, and it takes tasks. */
  public boolean canRun(int taskType) {
    return profile.canRun(taskType);
  }

  /** Which tasks leave the queue when their deadline passes. */
  public DroppingScope scope() {
    return profile.scope();
  }

  /** Execution-time PMF of a task type on the machine in a P-state, where {@link #canRun}. */
  public Pmf executionTime(int taskType, int pState) {
    return profile.executionTime(taskType, pState);
  }

  /** Execution-time PMF of the task at a position in the P-state it is mapped to. */
  public Pmf executionTimeAt(int position) {
    return profile.executionTime(tasks.task(position).type(), tasks.pState(position));
  }

  /** PMF of the time at which the machine has passed the task at a position. */
  public Pmf completionTime(int position) {
    Pmf known = completions[position];
    if (known == null) {
      RunningTask running = position == 0 ? run : null;
      known = running == null ? pendingCompletion(position) : runningCompletion(running);
      completions[position] = known;
    }
    return known;
  }

  private Pmf runningCompletion(RunningTask running) {
    Pmf end = running.end(now);
    boolean changes = running.hasOutlived(now) || end.lossRate() > 0; // it has not failed so far
    unchangedBefore = changes ? now + 1 : end.earliest();
    return running.completion(end);
  }

  private Pmf pendingCompletion(int position) {
    return CompletionTimes.completion(
        profile.scope(),
        readyTime(position),
        executionTimeAt(position),
        tasks.task(position).deadline(),
        stepAt(position),
        run == null || run.hasOutlived(now) ? readyTime(firstPending()).origin() : run.start());
  }

  /**
   * The step of the completion time at a position. It hangs on nothing but the composition: so a
   * later tail stays later, however much is rounded.
   */
  private long stepAt(int position) {
    if (profile.times().keepStep(position + 1)) {
      return profile.times().step();
    }
    boolean runs = run != null && !run.hasOutlived(now);
    Pmf first = executionTimeAt(0);
    long earliest = runs ? start() + first.earliest() : readyTime(firstPending()).origin();
    long latest = runs ? start() + first.latest() : earliest;
    long step = first.step();
    for (int i = firstPending(); i <= position; i++) {
      Pmf time = executionTimeAt(i);
      step = Pmf.divisor(time.step(), step);
      boolean drops = scope() != DroppingScope.NONE;
      long deadline = drops ? tasks.task(i).deadline() : Task.NO_DEADLINE;
      if (deadline > earliest) {
        long end = latest + time.latest();
        earliest += time.earliest();
        boolean evicts = profile.rules().evicts();
        earliest = evicts || deadline <= latest ? Math.min(earliest, deadline) : earliest;
        latest = evicts ? Math.clamp(deadline, latest, end) : end;
      }
    }
    return CompletionTimes.stepOf(step, Math.max(0, latest - earliest));
  }

  /** PMF of the time at which the machine is free for the task at a position. */
  public Pmf readyTime(int position) {
    return position == 0
        ? Pmf.at(freeAt(), size() == 0 ? profile.times().coarsest : executionTimeAt(0).step())
        : completionTime(position - 1);
  }

  /** When a machine without a running task is free for its first one, in ticks. */
  long freeAt() {
    MachineProfile.Clearing clearing = profile.clearing();
    return clearing == null ? now : clearing.end(now);
  }

  /** The earliest deadline of a pending task; {@link TimeSpan#NEVER} if there is none. */
  long earliestPendingDeadline() {
    return tasks.earliestDeadline(firstPending());
  }

  /** PMF of the time at which the machine is free for one more task: the tail of the queue. */
  public Pmf tail() {
    return history().present().pmf();
  }

  /** Expected time in ticks at which the machine is free for one more task, not rounded. */
  double expectedReadyTime() {
    return history().mean();
  }

  /** The tail and what is known of earlier ones. */
  TailHistory history() {
    TailHistory known = history;
    if (known == null) {
      known = new TailHistory(this, profile, null, 0);
      history = known;
    }
    return known;
  }

  /** Chance of success of the task at a position, rounded. */
  public double chanceOfSuccess(int position) {
    RunningTask running = position == 0 ? run : null;
    double chance =
        running == null
            ? CompletionTimes.chanceOfSuccess(
                readyTime(position), executionTimeAt(position), tasks.task(position).deadline())
            : running.chanceOfSuccess(now);
    return ScoreRounding.chance(chance);
  }

  /**
   * Whether a task may be completed in time, where it waits or else as one more. A machine that
   * takes no tasks at present may take it later.
   */
  boolean mayCompleteInTime(Task task) {
    int position = positionOf(task.id());
    if (position < 0 && !canRun(task.type())) {
      return !isAvailable() && times().canRun(task.type());
    }
    Pmf ready = position < 0 ? tail() : readyTime(position);
    Pmf time = position < 0 ? executionTime(task.type(), 0) : executionTimeAt(position);
    return ready.earliest() + time.earliest() <= task.deadline();
  }

  /** By when one more task must be done that is to be on time; the machine may go before that. */
  public long by(long deadline) {
    return profile.by(deadline);
  }

  /** One more task, of any type, completes at this time at the latest, in ticks. */
  long nextCompletionAtMost() {
    if (nextCompletionAtMost == UNKNOWN) {
      long latest = tailAtMost() + profile.times().longest;
      nextCompletionAtMost = by(latest) < latest ? TimeSpan.NEVER : latest;
    }
    return nextCompletionAtMost;
  }

  private long tailAtMost() {
    long latest = run == null ? freeAt() : run.endAtMost(now);
    for (int i = firstPending(); i < tasks.size(); i++) {
      latest += executionTimeAt(i).latest();
    }
    if (profile.times().keepStep(tasks.size())) {
      return latest;
    }
    long step = profile.times().step();
    return CompletionTimes.stepOf(step, latest - now) == step
        ? latest + profile.times().coarsest
        : TimeSpan.NEVER - profile.times().longest;
  }

  /** Changes whenever the tail does; never 0. */
  long version() {
    return version;
  }

  /** A number of the tasks in it and their order, which is as long as they are; never 0. */
  public long composition() {
    return Composition.numberOf(version);
  }

  /** Number of the composition to which this one adds a task, or {@link Composition#NONE}. */
  long grownFrom() {
    return grownFrom;
  }

  /**
   * What tells this queue's tails from those of other machines of its type. Where it is equal, so
   * are they, for as long as the compositions stay and both have begun or neither has. Deadlines
   * that even the latest completion meets tell nothing apart.
   */
  Object likeness() {
    if (isClearing() || (run != null && run.hasOutlived(now))) {
      return index;
    }
    LongBuffer all = LongBuffer.allocate(4 * size() + 3);
    all.put(isAvailable() ? 1 : 0).put(runsOn() ? 1 : 0).put(by(TimeSpan.NEVER));
    long latest = run == null ? now : run.start();
    for (int i = 0; i < size(); i++) {
      all.put(latest).put(tasks.task(i).type()).put(tasks.pState(i));
      latest += executionTimeAt(i).latest();
      long deadline = scope() == DroppingScope.NONE ? 0 : tasks.task(i).deadline();
      all.put(profile.times().keepStep(size()) ? Math.min(deadline, latest + 1) : deadline);
    }
    return all.flip();
  }

  /** Whether a version belongs to this composition of the queue. */
  boolean isOfSameComposition(long otherVersion) {
    return Composition.numberOf(otherVersion) == Composition.numberOf(version);
  }

  /** Whether numbers against an earlier tail of the same composition bound the present ones. */
  boolean earlierTailsBound() {
    return earlierTailsBound;
  }

  /**
   * The time, in ticks, from which on the present tail may bound those of this composition no more.
   * The running task, or the one that is about to start, then has outlived its distribution. Under
   * PENDING it may be earlier: when, of its outcomes that are left now, less than {@link
   * #SHARE_LEFT} are left.
   */
  long tailBoundsUntil() {
    if (tasks.size() == 0) {
      return TimeSpan.NEVER;
    }
    if (isClearing()) {
      return now + 1;
    }
    RunningTask running =
        run == null ? new RunningTask(profile, tasks.task(0), tasks.pState(0), now) : run;
    long end = Math.max(running.start() + executionTimeAt(0).latest(), now + 1);
    return earlierTailsBound ? end : Math.min(end, running.timeWithLeft(SHARE_LEFT, now));
  }

  /** This queue as it stands at a later time, if nothing happens to it until then. */
  MachineQueue at(long time) {
    if (time <= now || (run != null && completions[0] != null && time < unchangedBefore)) {
      return this;
    }
    if (isClearing() || (run != null && run.hasOutlived(time))) {
      return new MachineQueue(profile, Composition.NONE, time, run, tasks);
    }
    return renewed(new MachineQueue(profile, grownFrom, version + 1, time, run, tasks));
  }

  /** Hands a later version of this composition the last tail that is known, if it is of use. */
  private MachineQueue renewed(MachineQueue later) {
    TailHistory known = history;
    later.history = known == null ? null : known.handedTo(later);
    return later;
  }

  /** With one more task at its end, to be run in a P-state. */
  MachineQueue with(Task task, int pState) {
    MachineQueue remembered = derived;
    if (remembered != null
        && task.equals(derivedFor)
        && remembered.size() > size()
        && remembered.tasks.pState(size()) == pState) {
      return remembered;
    }
    return remember(task, sharing(tasks.with(task, pState), size(), composition()));
  }

  /** Without the task at a position; without the running one the machine is idle from now on. */
  MachineQueue without(int position, long time) {
    Task task = tasks.task(position);
    MachineQueue remembered = derived;
    boolean stops = run != null && position == 0;
    if (remembered != null
        && task.equals(derivedFor)
        && remembered.size() < size()
        && (!stops || remembered.now == time)) {
      return remembered;
    }
    QueuedTasks fewer = tasks.without(position);
    return remember(
        task,
        stops
            ? new MachineQueue(profile, Composition.NONE, time, null, fewer)
            : sharing(fewer, position, Composition.NONE));
  }

  /** Without the task at a position, which a policy or its deadline has put an end to. */
  public MachineQueue dropped(int position, long time) {
    MachineQueue fewer = without(position, time);
    return run != null && position == 0 ? fewer.clearingSince(time, run) : fewer;
  }

  /** Without the running task, which is being stopped until its machine tells that it is gone. */
  MachineQueue stopping(long time) {
    return without(0, time).on(profile.clearingSince(time, run));
  }

  /** With its first tasks only. */
  MachineQueue ofFirst(int count) {
    return sharing(tasks.first(count), count, Composition.NONE);
  }

  /** The same running task and the same completion times up to a position. */
  private MachineQueue sharing(QueuedTasks changed, int upTo, long grownFrom) {
    MachineQueue other =
        new MachineQueue(profile, grownFrom, now, run, changed, Arrays.copyOf(completions, upTo));
    other.unchangedBefore = unchangedBefore;
    return other;
  }

  private MachineQueue remember(Task task, MachineQueue other) {
    derivedFor = task;
    derived = other;
    return other;
  }

  /**
   * With its head running from {@code time} on. If it was looked at this very time while idle, that
   * is one more version of the same composition: its head can only take as long as before, or
   * longer where it might have taken no time at all.
   */
  MachineQueue started(long time) {
    RunningTask begun = new RunningTask(profile, tasks.task(0), tasks.pState(0), time);
    if (time != now || (!earlierTailsBound && executionTimeAt(0).earliest() <= 0)) {
      return new MachineQueue(profile, Composition.NONE, time, begun, tasks);
    }
    return renewed(new MachineQueue(profile, grownFrom, version + 1, time, begun, tasks));
  }

  /** With its head, which runs, executing only since {@code time}. */
  MachineQueue executingSince(long time) {
    RunningTask begun = new RunningTask(profile, tasks.task(0), tasks.pState(0), time);
    return new MachineQueue(profile, Composition.NONE, now, begun, tasks);
  }

  /**
   * This queue as it stands at a later time, if nothing happens to it until then. It is for those
   * who only look: it leaves no trace in this one.
   */
  public MachineQueue seenAt(long time) {
    return new MachineQueue(profile, Composition.NONE, now, run, tasks).at(time);
  }

  /** Position of the task of an id, or -1. */
  int positionOf(int taskId) {
    return tasks.positionOf(taskId);
  }

  @Override
  public String toString() {
    return "%s%s%s".formatted(machine().name(), run == null ? " " : " running ", tasks.asList());
  }
}
