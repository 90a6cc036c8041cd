package org.espalier.service.live;

import java.util.List;
import java.util.Map;
import org.espalier.service.live.Overview.Activity;

/**
 * The machines of one type, counted.
 *
 * @param type name of the machine type
 * @param states how many machines are in each state
 * @param busy how many execute a task, drained ones that still do so included
 * @param queued tasks in their queues, running ones included
 * @param expectedLate those of them that are expected to be late
 * @param wall one for each machine, in the system's order
 */
public record MachineGroup(
    String type,
    Map<Activity, Integer> states,
    int busy,
    int queued,
    int expectedLate,
    List<Cell> wall) {
  /** How many machines there are of the type. */
  public int machines() {
    return wall.size();
  }

  /**
   * A machine as one cell of a wall.
   *
   * @param queued tasks in its queue, the running one included
   * @param expectedLate those of them that are expected to be late
   */
  public record Cell(Activity activity, int queued, int expectedLate) {}
}
