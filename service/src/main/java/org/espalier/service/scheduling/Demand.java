package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.service.backend.Backend;

/**
 * Tells a back end that starts machines how many tasks wait that another machine would bring in on
 * time. Used by one thread.
 */
final class Demand {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** More make no difference. */
  private static final int MOST_TASKS = 1000;

  private final ResourceManager manager;
  private final Backend backend;
  private final Duration tick;
  private long next;

  Demand(Workings workings) {
    this.manager = workings.manager();
    this.backend = workings.around().backend();
    this.tick = workings.around().timeline().tick();
  }

  /** Tells it, if it was not told just before. */
  void tell(long now) {
    if (now >= next) {
      next = now + INTERVAL.dividedBy(tick);
      for (MachineType type : manager.system().machineTypes()) {
        Optional<Duration> start = backend.timeToStart(type.name());
        start.ifPresent(
            time -> backend.waiting(type.name(), inTime(now + time.dividedBy(tick), type.id())));
      }
    }
  }

  private int inTime(long from, int machineType) {
    PetMatrix pet = manager.system().pet();
    return Math.toIntExact(
        manager.waiting(MOST_TASKS).stream()
            .filter(task -> pet.canRun(task.type(), machineType))
            .filter(task -> from + pet.get(task.type(), machineType, 0).mean() <= task.deadline())
            .count());
  }
}
