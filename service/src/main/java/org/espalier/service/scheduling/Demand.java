package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.MachineType;
import org.espalier.core.scaling.ScaledGroup;
import org.espalier.service.backend.Backend;

/**
 * Tells a back end that starts machines how many tasks wait that another machine would bring in on
 * time. Used by one thread.
 */
final class Demand {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

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
        start.ifPresent(time ->
            backend.waiting(
                type.name(), ScaledGroup.waiting(manager, type.id(), now + time.dividedBy(tick))));
      }
    }
  }
}
