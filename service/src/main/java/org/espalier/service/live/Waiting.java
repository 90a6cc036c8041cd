package org.espalier.service.live;

import java.util.List;

/**
 * Why a task waits, and its prospects now.
 *
 * @param reason why, in words
 * @param prospects one for each machine, or, where there are more than {@link Overview#ALL_SHOWN},
 *     for those of each type that are expected to be ready first
 * @param machinesLeftOut how many machines have no prospect in the list
 */
public record Waiting(String reason, List<Prospect> prospects, int machinesLeftOut) {
  /**
   * Prospects of a waiting task on one machine.
   *
   * @param canRun whether tasks of its type can run there, and it takes tasks
   * @param hasRoom whether its queue has room
   * @param chance chance of success at the end of its queue, or in it where the task is; 0 where it
   *     cannot run
   * @param completion when it is expected to be completed there, in ticks, if each task takes its
   *     expected time; NaN where it cannot run
   */
  public record Prospect(
      String machine, boolean canRun, boolean hasRoom, double chance, double completion) {
    public Prospect {
      chance = Math.min(1, chance); // sums are rounded
    }
  }
}
