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
}
