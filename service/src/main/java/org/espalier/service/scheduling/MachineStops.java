package org.espalier.service.scheduling;

import java.time.Duration;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.Timeline;

/**
 * Tells the resource manager which machines are not free yet, since something is being stopped on
 * them. Used by one thread.
 */
final class MachineStops {
  /** Within this most commands are gone that are told to stop, and those that were killed. */
  private static final Duration USUAL_STOP = Duration.ofMillis(50);

  private final Places places;
  private final ResourceManager manager;
  private final Backend backend;
  private final Stops stops;
  private final long usualStop;
  private final Duration tick;

  MachineStops(Workings workings) {
    Timeline timeline = workings.around().timeline();
    this.places = workings.places();
    this.manager = workings.manager();
    this.backend = workings.around().backend();
    this.stops = workings.around().stops();
    this.usualStop = Math.max(1, timeline.ticks(USUAL_STOP));
    this.tick = timeline.tick();
  }

  /** Says how long stops take on a machine, and that there is one if there is. */
  void expect(long now, Machine machine) {
    backend
        .grace(machine.name())
        .map(grace -> new StopTimes(usualStop, 2 * usualStop + grace.dividedBy(tick)))
        .ifPresent(times -> manager.live().stopTimes(now, machine.id(), times));
    notice(now, machine);
  }

  /** A machine on which something is being stopped still is not free. */
  void notice(long now, Machine machine) {
    MachineQueue queue = manager.queue(machine.id());
    if (!queue.isBusy() && !queue.isClearing()) {
      stops
          .since(machine.name())
          .ifPresent(since -> manager.live().machineClearing(now, machine.id(), since));
    }
  }

  /** What nobody wants is being stopped on a machine. */
  void began(long now, LaunchId launch, String machine) {
    stops.began(launch, machine, now);
    places.find(machine).ifPresent(found -> notice(now, found));
  }

  /** What was stopped is gone. */
  void gone(long now, LaunchId launch) {
    stops
        .ended(launch)
        .filter(name -> stops.since(name).isEmpty())
        .flatMap(places::find)
        .filter(machine -> manager.queue(machine.id()).isClearing())
        .ifPresent(machine -> manager.live().machineCleared(now, machine.id()));
  }
}
