package org.espalier.core.scaling;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Scale;

/**
 * Machines of a type that are switched on and off together, and whether they are wanted. Times are
 * in any unit, by a clock that does not go back.
 */
public final class ScaledGroup {
  /** More that wait make no difference. */
  private static final int MOST_TASKS = 1000;

  private final int machines;
  private boolean isWanted;
  private boolean mayRun;
  private boolean isThere;

  /** Since when it has been seen idle. */
  private long usedAt;

  /**
   * A group that is not wanted.
   *
   * @param machines how many it has
   */
  public ScaledGroup(int machines, long now) {
    this.machines = machines;
    this.usedAt = now;
  }

  /** Whether its machines are to be on. */
  public boolean isWanted() {
    return isWanted;
  }

  /**
   * Tells how it stands.
   *
   * @param running whether a task may be running there
   * @param there whether its machines are on and can be given tasks
   */
  public void see(boolean running, boolean there, long now) {
    boolean wasIdle = isThere && !mayRun;
    mayRun = running;
    isThere = there;
    usedAt = wasIdle && there && !running ? usedAt : now;
  }

  /** When it will have been idle for longer than some time, if nothing runs there until then. */
  public long idleUntil(long idle) {
    return usedAt + idle + 1;
  }

  /**
   * Says which groups of a type are wanted: one more where tasks wait, one less where one was idle
   * for long. Those that stand first are kept.
   *
   * @param groups as they were seen now
   * @param min how many machines there are at least
   * @param max and at most, in whole groups
   * @param idle how long a group may be idle
   * @param waiting how many tasks wait that another machine would bring in on time
   */
  public static void scale(
      List<ScaledGroup> groups, int min, int max, long idle, int waiting, long now) {
    int machines = 0;
    int toCome = 0;
    for (ScaledGroup group : groups) {
      boolean wasIdle = now - group.usedAt > idle;
      boolean isKept = machines < min || !wasIdle || waiting > 0;
      group.isWanted = group.mayRun || (group.isWanted && isKept);
      machines += group.isWanted ? group.machines : 0;
      toCome += group.isWanted && !group.isThere ? group.machines : 0;
    }
    for (ScaledGroup group : groups) {
      boolean isMissing = machines < min || toCome < waiting;
      if (!group.isWanted
          && isMissing
          && machines + group.machines <= Math.max(max, group.machines)) {
        group.isWanted = true;
        group.usedAt = now;
        machines += group.machines;
        toCome += group.machines;
      }
    }
  }

  /**
   * Says the same by what is expected, if anything tells. That is as many machines as are needed,
   * of those that are on as many as are kept, and one where a task waits.
   *
   * @param idle how long a group may be idle, where nothing tells
   */
  public static void scale(
      List<ScaledGroup> groups,
      Scale scale,
      long idle,
      int waiting,
      Optional<Staffing.Range> expected,
      long now) {
    if (expected.isEmpty()) {
      scale(groups, scale.min(), scale.max(), idle, waiting, now);
      return;
    }
    Staffing.Range range = expected.get();
    int on = groups.stream().filter(ScaledGroup::isWanted).mapToInt(group -> group.machines).sum();
    int number = Math.max(Math.clamp(on, range.needed(), range.kept()), Math.min(1, waiting));
    scale(groups, number, scale.max(), 0, 0, now);
  }

  /**
   * How many tasks of the batch queue a machine of a type would bring in on time. Where deadlines
   * are soft those that are late anyway count too.
   *
   * @param from when it is there, in ticks
   */
  public static int waiting(ResourceManager manager, int machineType, long from) {
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
