package org.espalier.core.scaling;

import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.PetMatrix;

/** What waits for machines that are not on. */
public final class Backlog {
  /** More make no difference. */
  private static final int MOST_TASKS = 1000;

  private Backlog() {}

  /**
   * How many tasks of the batch queue a machine of a type would bring in on time. Where deadlines
   * are soft those that are late anyway count too.
   *
   * @param from when it is there, in ticks
   */
  public static int inTime(ResourceManager manager, int machineType, long from) {
    PetMatrix pet = manager.system().pet();
    boolean isHard = manager.rules().isHard();
    return Math.toIntExact(
        manager.waiting(MOST_TASKS).stream()
            .filter(task -> pet.canRun(task.type(), machineType))
            .filter(task ->
                !isHard || from + pet.get(task.type(), machineType, 0).mean() <= task.deadline())
            .count());
  }
}
