package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.MachineType;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.scaling.ScaledGroup;
import org.espalier.core.scaling.Staffing;
import org.espalier.service.backend.Backend;
import org.espalier.service.live.Timeline;

/**
 * Tells a back end that starts machines what is needed. That is how many tasks wait that another
 * machine would bring in on time, and how many machines those need that are expected. Used by one
 * thread.
 */
final class Demand {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** After so long, what is expected is found from the times that were learned since. */
  private static final Duration KEPT = Duration.ofHours(1);

  private final ResourceManager manager;
  private final Backend backend;
  private final Timeline timeline;
  private final long interval;
  private final Map<Forecast, Staffing> staffings = new HashMap<>();
  private long next;
  private long keptUntil;

  Demand(Workings workings) {
    this.manager = workings.manager();
    this.backend = workings.around().backend();
    this.timeline = workings.around().timeline();
    this.interval = timeline.ticks(INTERVAL);
  }

  /** Tells it, if it was not told just before. */
  void tell(long now) {
    if (now < next) {
      return;
    }
    next = now + interval;
    Map<MachineType, Backend.Starts> started = new LinkedHashMap<>();
    for (MachineType type : manager.system().machineTypes()) {
      backend.starts(type.name()).ifPresent(starts -> started.put(type, starts));
    }
    if (started.isEmpty()) {
      return;
    }
    if (now >= keptUntil) {
      keptUntil = now + timeline.ticks(KEPT);
      staffings.clear();
    }
    int[] on = new int[manager.system().machineTypes().size()];
    manager.system().machines().stream()
        .filter(m -> !started.containsKey(m.type()) && manager.queue(m.id()).isAvailable())
        .forEach(m -> on[m.type().id()]++);
    started.forEach((type, starts) -> on[type.id()] = Math.min(starts.scale().min(), all(type)));
    started.forEach((type, starts) -> tell(now, type, starts, on));
  }

  private int all(MachineType type) {
    return Math.toIntExact(
        manager.system().machines().stream().filter(m -> m.type().equals(type)).count());
  }

  private void tell(long now, MachineType type, Backend.Starts starts, int[] on) {
    long boot = timeline.ticks(starts.time());
    long idle = timeline.ticks(starts.scale().idle());
    int most = Math.min(starts.scale().max(), all(type));
    int least = Math.min(starts.scale().min(), most);
    Optional<Staffing.Range> expected =
        Optional.of(starts.forecast())
            .filter(forecast -> !forecast.isNone())
            .map(forecast -> staffings.computeIfAbsent(forecast, this::staffing))
            .map(s -> s.range(type.id(), on, now, boot, idle, least, most));
    backend.needed(type.name(), ScaledGroup.waiting(manager, type.id(), now + boot), expected);
  }

  private Staffing staffing(Forecast forecast) {
    return new Staffing(manager.system(), timeline.withDayOf(forecast));
  }
}
