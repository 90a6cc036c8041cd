package org.espalier.core.allocation.rules;

import java.util.Locale;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;

/**
 * The rules a resource manager plays by, whatever the policy.
 *
 * @param management where mapped tasks wait
 * @param scope which mapped tasks leave when their deadline passes
 * @param deadlines whether a passed deadline drops a task at all; soft needs scope NONE
 * @param trigger what causes a mapping event
 * @param charge what decisions take of the system's time
 * @param keptTimes whether it is sure that each task takes one of the times that its PMF holds, as
 *     in a simulation of what is believed
 * @param fill how far ahead machine queues are filled; just in time only where there are queues of
 *     a machine, and a batch queue behind them
 * @param weighsWorth whether policies by deadlines mind what tasks are {@linkplain Task#worth
 *     worth}; else all count the same to them
 */
public record AllocationRules(
    TaskManagement management,
    DroppingScope scope,
    DeadlineKind deadlines,
    Trigger trigger,
    SchedulerCharge charge,
    boolean keptTimes,
    Fill fill,
    boolean weighsWorth) {
  /** By how much more than its worth a task counts that must be completed. */
  private static final double MUST = 1e6;

  public AllocationRules {
    Arguments.refuse(
        deadlines == DeadlineKind.SOFT && scope != DroppingScope.NONE,
        "soft deadlines with dropping scope %s; soft deadlines never drop, so use none",
        scope.name().toLowerCase(Locale.ROOT));
    if (fill == Fill.JUST_IN_TIME) {
      checkQueues(management);
    }
  }

  private static void checkQueues(TaskManagement management) {
    Arguments.refuse(
        management instanceof TaskManagement.Polled,
        "machines that are polled have no queues to fill just in time; set fill: early, or"
            + " queue_capacity: pending-slot or a number");
    Arguments.refuse(
        management instanceof TaskManagement.UnboundedQueues,
        "with unbounded queues each task is mapped as it arrives and none goes back, so queues"
            + " cannot be filled just in time; set fill: early, or queue_capacity: pending-slot"
            + " or a number");
  }

  /**
   * Rules where decisions take no time, execution times may be others than believed, and queues are
   * filled early.
   */
  public AllocationRules(
      TaskManagement management, DroppingScope scope, DeadlineKind deadlines, Trigger trigger) {
    this(management, scope, deadlines, trigger, SchedulerCharge.NONE, false, Fill.EARLY, true);
  }

  /** Hard deadlines, a mapping event at every arrival and completion. */
  public static AllocationRules of(TaskManagement management, DroppingScope scope) {
    return new AllocationRules(management, scope, DeadlineKind.HARD, Trigger.EVERY_EVENT);
  }

  /** Queues of fixed length, hard deadlines, a mapping event at every arrival and completion. */
  public static AllocationRules bounded(int queueCapacity, DroppingScope scope) {
    return of(new TaskManagement.BoundedQueues(queueCapacity), scope);
  }

  /** Queues of any length, hard deadlines, a mapping event at every arrival and completion. */
  public static AllocationRules unbounded(DroppingScope scope) {
    return of(new TaskManagement.UnboundedQueues(), scope);
  }

  /** The same with tasks waiting elsewhere. */
  public AllocationRules withManagement(TaskManagement other) {
    return new AllocationRules(
        other, scope, deadlines, trigger, charge, keptTimes, fill, weighsWorth);
  }

  /** The same with another dropping scope. */
  public AllocationRules withScope(DroppingScope other) {
    return new AllocationRules(
        management, other, deadlines, trigger, charge, keptTimes, fill, weighsWorth);
  }

  /** The same with other deadlines. */
  public AllocationRules withDeadlines(DeadlineKind other) {
    return new AllocationRules(
        management, scope, other, trigger, charge, keptTimes, fill, weighsWorth);
  }

  /** The same with another trigger. */
  public AllocationRules withTrigger(Trigger other) {
    return new AllocationRules(
        management, scope, deadlines, other, charge, keptTimes, fill, weighsWorth);
  }

  /** The same with decisions that take time. */
  public AllocationRules withCharge(SchedulerCharge other) {
    return new AllocationRules(
        management, scope, deadlines, trigger, other, keptTimes, fill, weighsWorth);
  }

  /** The same where execution times are kept, or may be others than believed. */
  public AllocationRules withKeptTimes(boolean kept) {
    return new AllocationRules(
        management, scope, deadlines, trigger, charge, kept, fill, weighsWorth);
  }

  /** The same with machine queues filled otherwise. */
  public AllocationRules withFill(Fill other) {
    return new AllocationRules(
        management, scope, deadlines, trigger, charge, keptTimes, other, weighsWorth);
  }

  /** The same where worth is minded or not. */
  public AllocationRules withWorth(boolean weighed) {
    return new AllocationRules(
        management, scope, deadlines, trigger, charge, keptTimes, fill, weighed);
  }

  /** What policies by deadlines take it to be worth that a task is on time. */
  public double worth(Task task) {
    return must(task) * (weighsWorth ? task.worth() : 1);
  }

  /** By how much more than its worth a task counts; 1 unless it must be completed. */
  public double must(Task task) {
    return task.mustComplete() ? MUST : 1;
  }

  /**
   * By when the mapping event that follows another is held, as far as the trigger's period tells.
   * Where it has none, or minds completions too, no busy machine needs a task before it: then that
   * is the event itself.
   *
   * @param event when the other one began
   */
  public long nextEvent(long event) {
    long period = trigger.period();
    boolean isKnown = period > 0 && !trigger.completions() && period < Long.MAX_VALUE - event;
    return isKnown ? event + period : event;
  }

  /**
   * Whether a task stays in a machine queue, behind others, that is assigned to it in a mapping
   * event. One that an idle machine can start at once always does.
   *
   * @param start when it is expected to start
   * @param event when the event began
   */
  public boolean startsInTime(double start, long event) {
    return fill == Fill.EARLY || start < nextEvent(event);
  }

  /** Whether a task leaves when its deadline passes before it starts. */
  public boolean isHard() {
    return deadlines == DeadlineKind.HARD;
  }

  /** Whether tasks behind the pending slot are mapped anew at each mapping event. */
  public boolean remaps() {
    return management instanceof TaskManagement.PendingSlot;
  }

  /** Whether a task in a machine queue leaves when its deadline passes. */
  public boolean dropsPending() {
    return scope != DroppingScope.NONE;
  }

  /** Whether a running task is evicted at its deadline. */
  public boolean evicts() {
    return scope == DroppingScope.EXECUTING;
  }
}
