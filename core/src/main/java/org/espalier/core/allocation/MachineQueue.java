package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.EarlyCompletion;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one machine as it stands at one time: the running task, if any, and the pending ones
 * behind it, first come first served, with the completion-time PMF of each.
 *
 * <p>Position 0 is the running task, or the head of the queue of an idle machine. To a reader it is
 * immutable; the operations that change a queue give another one. Not safe for use by several
 * threads.
 *
 * <p><b>Inside.</b> Completion times are computed on first use and shared between states. A policy
 * tries changes on states of its own, and the resource manager then makes the same changes to the
 * real one; so that nothing is computed twice, a state remembers the last state derived from it. A
 * state that nobody outside this package was handed, and of which nothing was asked, becomes the
 * later one itself when time passes.
 *
 * <p>While the tasks stay the same, the queue has one composition. Time then passes without
 * consequence until the next impulse of the running task's completion time, so {@link #at} mostly
 * returns this very state; when an impulse passes, the tail gets a new version. Under NONE and
 * EXECUTING each version is stochastically later than the ones before (the completion-time
 * operators are monotone there, under PENDING they are not), so that what was computed against an
 * earlier version, or is computed against the last tail known, bounds the present value: chances
 * from above, expected completions from below. A {@link Candidate} keeps its numbers with the
 * version they belong to, and the tail is renewed only when a bound does not decide.
 */
public final class MachineQueue {
  private static final Task[] NO_TASKS = {};
  private static final long UNKNOWN = Long.MIN_VALUE;

  /** A version is the number of the composition, then in this many bits that of the renewal. */
  private static final int RENEWAL_BITS = 32;

  /** Below this share of outcomes left their mean is not taken as a difference of sums. */
  private static final double LEAST_LEFT = 1e-4;

  private final MachineProfile profile;
  private final int index;
  private final boolean room;
  private final boolean earlierTailsBound;
  private boolean shown;
  private long now;
  private final boolean busy;
  private final long start;
  private final Task[] tasks;
  private final @Nullable Pmf[] completions;
  private final long version;
  private long unchangedBefore;
  private @Nullable Tail tail;
  private @Nullable PendingTail pendingTail;
  private @Nullable EarlyReadyTimes earlyReadyTimes;
  private double tailMean = Double.NaN;
  private @Nullable Tail earlierTail;
  private long earlierVersion;
  private final Renewals renewals;
  private double drift = Double.NaN;
  private double driftSinceKnown = Double.NaN;
  private long grownFrom;
  private long nextCompletionAtMost = UNKNOWN;
  private @Nullable Task derivedFor;
  private @Nullable MachineQueue derived;

  /**
   * The times of the versions of one composition with a running task, by the number of the renewal.
   * There are at most as many as its execution time has impulses; those of an idle machine, which
   * would grow without end, are not kept.
   */
  private static final class Renewals {
    private long[] times = new long[4];
    private int firstBusy;

    void add(long version, long time) {
      int number = (int) version;
      if (number >= times.length) {
        times = Arrays.copyOf(times, 2 * number);
      }
      times[number] = time;
    }

    boolean wasIdle(long version) {
      return (int) version < firstBusy;
    }

    long time(long version) {
      return times[(int) version];
    }
  }

  /** A composition of its own. */
  private MachineQueue(
      MachineProfile profile,
      long now,
      boolean busy,
      long start,
      Task[] tasks,
      @Nullable Pmf... known) {
    this(
        profile,
        new Renewals(),
        profile.nextComposition() << RENEWAL_BITS,
        now,
        busy,
        start,
        tasks,
        known);
  }

  private MachineQueue(
      MachineProfile profile,
      Renewals renewals,
      long version,
      long now,
      boolean busy,
      long start,
      Task[] tasks,
      @Nullable Pmf... known) {
    this.profile = profile;
    this.index = profile.machine.id();
    this.room =
        profile.isAvailable()
            && (!profile.rules.isBounded() || tasks.length < profile.rules.queueCapacity());
    this.earlierTailsBound = profile.scope() != DroppingScope.PENDING;
    this.version = version;
    this.renewals = renewals;
    if (busy) {
      renewals.add(version, now);
    }
    this.now = now;
    this.busy = busy;
    this.start = start;
    this.tasks = tasks;
    this.completions = Arrays.copyOf(known, tasks.length);
  }

  /** The empty queue of an idle machine. */
  static MachineQueue empty(MachineProfile profile, long now) {
    return new MachineQueue(profile, now, false, 0, NO_TASKS);
  }

  /** A queue whose head has been running since {@code start}. */
  static MachineQueue running(MachineProfile profile, Task task, long start, long now) {
    return new MachineQueue(profile, now, true, start, new Task[] {task});
  }

  /** The same tasks on the machine as it is in a system that has changed. */
  MachineQueue changed(HcSystem system, Approximation approximation, boolean available) {
    MachineProfile other = profile.changed(system, approximation, available);
    return new MachineQueue(other, now, busy, start, tasks);
  }

  /** The machine. */
  public Machine machine() {
    return profile.machine;
  }

  /** This state for somebody outside, who may keep it: it no longer moves on in time. */
  MachineQueue shown() {
    shown = true;
    return this;
  }

  /** The time at which it stands so, in ticks. */
  long now() {
    return now;
  }

  /** Index of the machine. */
  int index() {
    return index;
  }

  /** Number of tasks, counting the running one. */
  public int size() {
    return tasks.length;
  }

  /** Whether one more task fits. */
  public boolean hasRoom() {
    return room;
  }

  /** Number of tasks that still fit; {@code Integer.MAX_VALUE} for an unbounded queue. */
  public int freeSlots() {
    if (!profile.isAvailable()) {
      return 0;
    }
    return profile.rules.isBounded()
        ? profile.rules.queueCapacity() - tasks.length
        : Integer.MAX_VALUE;
  }

  /** Whether a task is running. */
  public boolean isBusy() {
    return busy;
  }

  /** The running task. */
  public Optional<Task> running() {
    return busy ? Optional.of(tasks[0]) : Optional.empty();
  }

  /** When the running task started; meaningless on an idle machine. */
  public long start() {
    return start;
  }

  /** Position of the first pending task: 1 behind a running task, else 0. */
  public int firstPending() {
    return busy ? 1 : 0;
  }

  /** The task at a position. */
  public Task task(int position) {
    return tasks[position];
  }

  /** All tasks, the running one first. */
  public List<Task> tasks() {
    return List.of(tasks);
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

  /** Execution-time PMF of a task type on the machine, where {@link #canRun}. */
  public Pmf executionTime(int taskType) {
    return profile.executionTime(taskType);
  }

  /** PMF of the time at which the machine has passed the task at a position. */
  public Pmf completionTime(int position) {
    Pmf known = completions[position];
    if (known == null) {
      known = position == 0 && busy ? runningCompletion() : pendingCompletion(position);
      completions[position] = known;
    }
    return known;
  }

  private Pmf runningCompletion() {
    Pmf left = runningTime().shifted(start).later(now);
    unchangedBefore = hasOutlived(now) ? now + 1 : left.earliest();
    return profile.rules.evicts() ? left.cutAt(tasks[0].deadline()) : left;
  }

  /** Execution-time PMF of the running task. */
  private Pmf runningTime() {
    return executionTime(tasks[0].type());
  }

  private Pmf pendingCompletion(int position) {
    Task task = tasks[position];
    return CompletionTimes.completion(
        profile.scope(), readyTime(position), executionTime(task.type()), task.deadline());
  }

  /** PMF of the time at which the machine is free for the task at a position. */
  public Pmf readyTime(int position) {
    return position == 0 ? Pmf.at(now, profile.step) : completionTime(position - 1);
  }

  /** Whether the completion time of the task at a position has been computed. */
  boolean isCompletionKnown(int position) {
    return completions[position] != null;
  }

  /**
   * {@link #readyTime} under PENDING, as far as it lies before a horizon.
   *
   * @param horizon in ticks, not before {@link #latestPendingDeadline}
   */
  EarlyCompletion earlyReadyTime(int position, long horizon) {
    EarlyReadyTimes times = earlyReadyTimes;
    if (times == null) {
      times = new EarlyReadyTimes(tasks.length);
      earlyReadyTimes = times;
    }
    return times.at(position, this, horizon);
  }

  /** The latest deadline of a pending task in ticks; 0 if there is none. */
  long latestPendingDeadline() {
    long latest = 0;
    for (int i = firstPending(); i < tasks.length; i++) {
      latest = Math.max(latest, tasks[i].deadline());
    }
    return latest;
  }

  /** PMF of the time at which the machine is free for one more task: the tail of the queue. */
  public Pmf tail() {
    return presentTail().pmf();
  }

  private Tail presentTail() {
    Tail present = tail;
    if (present == null) {
      present = new Tail(readyTime(tasks.length));
      tail = present;
    }
    return present;
  }

  /**
   * Mean of the tail in ticks. Under NONE it is a sum of means, for which no completion time but
   * that of the running task is computed.
   */
  double tailMean() {
    if (Double.isNaN(tailMean)) {
      tailMean =
          switch (profile.scope()) {
            case NONE -> sumOfMeans();
            case PENDING -> pendingTail().mean();
            case EXECUTING -> tail().mean();
          };
    }
    return tailMean;
  }

  private PendingTail pendingTail() {
    PendingTail present = pendingTail;
    long horizon = profile.batchDeadlines.latest();
    if (present == null || !present.reaches(horizon)) {
      present = new PendingTail(this, horizon);
      pendingTail = present;
    }
    return present;
  }

  private double sumOfMeans() {
    double mean = busy ? completionTime(0).mean() : now;
    for (int i = firstPending(); i < tasks.length; i++) {
      mean += executionTime(tasks[i].type()).mean();
    }
    return mean;
  }

  /** Chance of success of the task at a position, rounded. */
  public double chanceOfSuccess(int position) {
    Task task = tasks[position];
    double chance =
        position == 0 && busy
            ? runningChance(task)
            : CompletionTimes.chanceOfSuccess(
                readyTime(position), executionTime(task.type()), task.deadline());
    return Rounding.chance(chance);
  }

  /**
   * Mass cut at the deadline sits above it on the lattice, unless the deadline is a lattice point.
   */
  private double runningChance(Task task) {
    return runningTime().shifted(start).later(now).cumulative(task.deadline());
  }

  /** One more task, of any type, completes at this time at the latest, in ticks. */
  long nextCompletionAtMost() {
    if (nextCompletionAtMost == UNKNOWN) {
      nextCompletionAtMost = tailAtMost() + profile.longestExecution;
    }
    return nextCompletionAtMost;
  }

  private long tailAtMost() {
    long latest = busy ? Math.max(start + runningTime().latest(), now) : now;
    for (int i = firstPending(); i < tasks.length; i++) {
      latest += executionTime(tasks[i].type()).latest();
    }
    return latest + profile.step;
  }

  /** Changes whenever the tail does; never 0. */
  long version() {
    return version;
  }

  /** Number of the composition; never 0. */
  long composition() {
    return version >>> RENEWAL_BITS;
  }

  /** Number of the composition to which this one adds a task; 0 if it was made otherwise. */
  long grownFrom() {
    return grownFrom;
  }

  /** Whether a version belongs to this composition of the queue. */
  boolean isOfSameComposition(long otherVersion) {
    return otherVersion >>> RENEWAL_BITS == version >>> RENEWAL_BITS;
  }

  /** Whether numbers against an earlier tail of the same composition bound the present ones. */
  boolean earlierTailsBound() {
    return earlierTailsBound;
  }

  /**
   * By how much an expected completion has risen at most since an earlier version of this
   * composition; NaN where that is not known.
   */
  double driftSince(long earlier) {
    if (earlier == version) {
      return 0;
    }
    if (!busy) {
      return Double.NaN;
    }
    double before = renewals.wasIdle(earlier) ? meanRun() : meanRunSince(renewals.time(earlier));
    return drift() - before;
  }

  /**
   * The mean of the running task's time on the machine. Of two versions of one composition, an
   * expected completion behind the queue has risen by no more than this has: what follows the
   * running task is a function of its completion that never falls and never rises faster than it
   * does. NaN where that is not known.
   */
  double drift() {
    if (Double.isNaN(drift) && busy) {
      drift = meanRunSince(now);
    }
    return drift;
  }

  /** Mean of the running task's time on the machine as it was when it started. */
  private double meanRun() {
    Pmf execution = runningTime();
    double longest = longestRun();
    return longest - execution.shortfall(longest);
  }

  /**
   * Mean of the running task's time on the machine, given that it runs beyond a time; with room for
   * masses that sum to a little less or more than 1.
   */
  private double meanRunSince(long time) {
    Pmf execution = runningTime();
    double longest = longestRun();
    long passed = time - start;
    double over = execution.cumulative(passed);
    double left = execution.cumulative(execution.latest()) - over;
    if (left < LEAST_LEFT || longest <= passed) {
      return Double.NaN;
    }
    double spared =
        execution.shortfall(longest) - execution.shortfall(passed) - (longest - passed) * over;
    return longest - (spared - 2 * Pmf.SUM_TOLERANCE * execution.latest()) / left;
  }

  /** How long the running task can take if it is evicted at its deadline, on the lattice. */
  private double longestRun() {
    Pmf execution = runningTime();
    if (!profile.rules.evicts()) {
      return execution.latest();
    }
    long allowed = tasks[0].deadline() - start - execution.origin();
    long cut = -Math.floorDiv(-allowed, execution.step());
    return Math.min(execution.latest(), execution.origin() + cut * execution.step());
  }

  /** The version of the last tail of this composition that was computed, or this one. */
  long lastKnownVersion() {
    return isTailKnown() || earlierTail == null || !earlierTailsBound ? version : earlierVersion;
  }

  /** Chance of success of a task behind the tail of a version, not rounded. */
  double chanceBehind(long tailVersion, Task task) {
    return tailOf(tailVersion).chanceOfSuccess(profile, task.type(), task.deadline());
  }

  /** Expected completion of a task behind the tail of a version, not rounded. */
  double expectedBehind(long tailVersion, Task task) {
    if (profile.scope() == DroppingScope.EXECUTING) {
      return tailOf(tailVersion).expectedCompletion(profile, task.type(), task.deadline());
    }
    double mean = executionTime(task.type()).mean();
    return tailMean()
        + (profile.scope() == DroppingScope.NONE
            ? mean
            : mean * pendingTail().before(task.deadline()));
  }

  /** Whether bounds on an expected completion save anything: else it takes constant time itself. */
  boolean boundsAreCheaper() {
    return profile.scope() == DroppingScope.EXECUTING;
  }

  /** Not more than the expected completion of a task behind this queue, in constant time. */
  double expectedBehindAtLeast(Task task) {
    return tailOf(lastKnownVersion())
        .expectedCompletionAtLeast(profile, task.type(), task.deadline());
  }

  /** Not less than the expected completion of a task behind this queue, in constant time. */
  double expectedBehindAtMost(Task task) {
    long known = lastKnownVersion();
    if (known != version && Double.isNaN(driftSinceKnown)) {
      driftSinceKnown = driftSince(known);
    }
    double since = known == version ? 0 : driftSinceKnown;
    return Double.isNaN(since)
        ? presentTail().expectedCompletionAtMost(profile, task.type(), task.deadline())
        : since + tailOf(known).expectedCompletionAtMost(profile, task.type(), task.deadline());
  }

  /** The tail of this version or of the last known one. */
  private Tail tailOf(long tailVersion) {
    Tail earlier = earlierTail;
    return tailVersion == version || earlier == null ? presentTail() : earlier;
  }

  private boolean isTailKnown() {
    return tail != null;
  }

  /** This queue as it stands at a later time, if nothing happens to it until then. */
  MachineQueue at(long time) {
    boolean unchanged = time == now || (busy && completions[0] != null && time < unchangedBefore);
    if (unchanged) {
      return this;
    }
    if (hasOutlived(time)) {
      return new MachineQueue(profile, time, busy, start, tasks);
    }
    if (isUntouched()) {
      moveTo(time);
      return this;
    }
    return renewed(new MachineQueue(profile, renewals, version + 1, time, busy, start, tasks));
  }

  /** Whether nobody holds this state and nothing has been computed that depends on its time. */
  private boolean isUntouched() {
    return !shown
        && tail == null
        && earlierTail == null
        && Double.isNaN(tailMean)
        && pendingTail == null
        && earlyReadyTimes == null
        && Double.isNaN(drift)
        && (tasks.length == 0 || completions[0] == null);
  }

  /** Makes a state of which nobody knows more than the tasks one of a later time. */
  private void moveTo(long time) {
    now = time;
    if (busy) {
      renewals.add(version, time);
    }
    nextCompletionAtMost = UNKNOWN;
    derived = null;
  }

  /** Hands a later version of this composition the last tail that is known, if it is of use. */
  private MachineQueue renewed(MachineQueue later) {
    if (earlierTailsBound) {
      later.earlierTail = isTailKnown() ? tail : earlierTail;
      later.earlierVersion = isTailKnown() ? version : earlierVersion;
    }
    later.grownFrom = grownFrom;
    return later;
  }

  /**
   * Whether the running task has outlived its distribution; its completion time then moves to
   * another lattice, on which evictions are rounded differently, and no earlier tail is a bound.
   */
  private boolean hasOutlived(long time) {
    return busy && start + runningTime().latest() <= time;
  }

  /** With one more task at its end. */
  MachineQueue with(Task task) {
    MachineQueue remembered = derived;
    if (remembered != null && task.equals(derivedFor) && remembered.size() > size()) {
      return remembered;
    }
    Task[] more = Arrays.copyOf(tasks, tasks.length + 1);
    more[tasks.length] = task;
    MachineQueue longer = sharing(more, tasks.length);
    longer.grownFrom = composition();
    return remember(task, longer);
  }

  /** Without the task at a position; without the running one the machine is idle from now on. */
  MachineQueue without(int position, long time) {
    Task task = tasks[position];
    MachineQueue remembered = derived;
    boolean stops = busy && position == 0;
    if (remembered != null
        && task.equals(derivedFor)
        && remembered.size() < size()
        && (!stops || remembered.now == time)) {
      return remembered;
    }
    Task[] fewer = new Task[tasks.length - 1];
    System.arraycopy(tasks, 0, fewer, 0, position);
    System.arraycopy(tasks, position + 1, fewer, position, fewer.length - position);
    return remember(
        task, stops ? new MachineQueue(profile, time, false, 0, fewer) : sharing(fewer, position));
  }

  /** The same running task and the same completion times up to a position. */
  private MachineQueue sharing(Task[] changed, int upTo) {
    MachineQueue other =
        new MachineQueue(profile, now, busy, start, changed, Arrays.copyOf(completions, upTo));
    other.unchangedBefore = unchangedBefore;
    if (earlyReadyTimes != null) {
      other.earlyReadyTimes = earlyReadyTimes.ofFirst(upTo, changed.length);
    }
    return other;
  }

  private MachineQueue remember(Task task, MachineQueue other) {
    derivedFor = task;
    derived = other;
    return other;
  }

  /** How the queue would stand without the pending task at a position; nothing is changed. */
  public MachineQueue trialWithout(int position, long time) {
    return without(position, time).shown();
  }

  /**
   * With its head running from {@code time} on. If it was looked at this very time while idle, that
   * is one more version of the same composition: its head can only take as long as before, or
   * longer where it might have taken no time at all.
   */
  MachineQueue started(long time) {
    if (time != now) {
      return new MachineQueue(profile, time, true, time, tasks);
    }
    Renewals sinceStart = new Renewals();
    sinceStart.firstBusy = (int) version + 1;
    return renewed(new MachineQueue(profile, sinceStart, version + 1, time, true, time, tasks));
  }

  /** The same queue with nothing computed, for checks that are to leave no trace in this one. */
  MachineQueue fresh() {
    return new MachineQueue(profile, now, busy, start, tasks);
  }

  /** The same tasks with exact PMFs. */
  MachineQueue exact(HcSystem system) {
    return changed(system, Approximation.OFF, isAvailable());
  }

  /** Position of a task, or -1. */
  int positionOf(Task task) {
    for (int i = 0; i < tasks.length; i++) {
      if (tasks[i].id() == task.id()) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return "%s%s%s".formatted(machine().name(), busy ? " running " : " ", Arrays.toString(tasks));
  }
}
