package org.espalier.simulator.run;

import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.report.GanttTask;
import org.espalier.report.TaskFate;

/**
 * What became of one task. Times are ticks.
 *
 * @param id number of the task
 * @param type index of its type
 * @param arrival when it arrived
 * @param deadline its deadline
 * @param machine index of the machine it was mapped to, or -1
 * @param pState the P-state that was chosen with it; 0 if there is no machine
 * @param start when it started to execute, or {@link Departure#NOT_STARTED}
 * @param exit when it left the system
 * @param fate how it left
 */
public record TracedTask(
    int id,
    int type,
    long arrival,
    long deadline,
    int machine,
    int pState,
    long start,
    long exit,
    Fate fate) {

  static TracedTask of(Departure departure) {
    return new TracedTask(
        departure.task().id(),
        departure.task().type(),
        departure.task().arrival(),
        departure.task().deadline(),
        departure.machine(),
        departure.placement().pState(),
        departure.start(),
        departure.time(),
        departure.fate());
  }

  /** The task in the row of a machine of a figure; {@link GanttTask#NONE} where it has none. */
  public GanttTask inRow(int row) {
    return new GanttTask(
        id, type, row, arrival, start, exit, deadline, TaskFate.valueOf(fate.name()));
  }

  /** Whether a machine was chosen for it. */
  public boolean wasMapped() {
    return machine >= 0;
  }

  /** Whether it began to execute. */
  public boolean wasStarted() {
    return start != Departure.NOT_STARTED;
  }
}
