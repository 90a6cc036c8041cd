package org.espalier.report;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * One task of a trace. All times are ticks.
 *
 * @param id id of the task
 * @param type index of its task type
 * @param machine index of the machine it ran on or waited for, or {@link #NONE}
 * @param arrival when it arrived
 * @param start when it started, or {@link #NONE}
 * @param exit when it left the system
 * @param deadline its deadline
 * @param fate how it left
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record GanttTask(
    int id,
    int type,
    int machine,
    long arrival,
    long start,
    long exit,
    long deadline,
    TaskFate fate) {

  /** The machine of a task that was never mapped, and the start of one that never ran. */
  public static final int NONE = -1;

  /** Refuses times out of order, and a machine or start that the fate contradicts. */
  public GanttTask {
    Check.that(machine >= NONE, "task " + id + " has machine " + machine);
    Check.that(
        0 <= arrival && arrival <= exit,
        "task %d arrives at %d and exits at %d".formatted(id, arrival, exit));
    checkStart(id, machine, arrival, start, exit, fate);
    checkPlace(id, machine, fate);
    checkDeadline(id, exit, deadline, fate);
  }

  private static void checkStart(
      int id, int machine, long arrival, long start, long exit, TaskFate fate) {
    boolean ordered = machine >= 0 && arrival <= start && start <= exit;
    Check.that(
        fate.started() ? ordered : start == NONE,
        "task %d is %s, which does not fit machine %d, arrival %d, start %d and exit %d"
            .formatted(id, fate, machine, arrival, start, exit));
  }

  private static void checkPlace(int id, int machine, TaskFate fate) {
    boolean fits =
        switch (fate) {
          case EXPIRED_IN_BATCH, DISCARDED -> machine == NONE;
          case EXPIRED_IN_QUEUE -> machine != NONE;
          case ON_TIME, LATE, EVICTED, DROPPED_PENDING, DROPPED_RUNNING, DROPPED_PROACTIVELY ->
              true;
        };
    Check.that(fits, "task %d is %s on machine %d".formatted(id, fate, machine));
  }

  private static void checkDeadline(int id, long exit, long deadline, TaskFate fate) {
    boolean onTime = exit <= deadline;
    boolean contradicted =
        (fate == TaskFate.ON_TIME && !onTime) || (fate == TaskFate.LATE && onTime);
    Check.that(
        !contradicted,
        "task %d is %s, but exits at %d with deadline %d".formatted(id, fate, exit, deadline));
  }
}
