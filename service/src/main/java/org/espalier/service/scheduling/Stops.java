package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.service.backend.LaunchId;

/**
 * The launches that have been told to stop and are not gone yet. It outlives a step that is undone,
 * since what was told to stop is being stopped all the same. Used by the scheduler's thread.
 */
final class Stops {
  private final Map<LaunchId, Stop> stops = new HashMap<>();

  /**
   * One of them.
   *
   * @param since when it was told, in ticks
   */
  private record Stop(String machine, long since) {}

  /** A launch on a machine is being stopped. */
  void began(LaunchId launch, String machine, long since) {
    stops.putIfAbsent(launch, new Stop(machine, since));
  }

  /** A launch is gone; its machine, if it was being stopped. */
  Optional<String> ended(LaunchId launch) {
    return Optional.ofNullable(stops.remove(launch)).map(Stop::machine);
  }

  /** Since when something has been stopped on a machine; empty if nothing is. */
  OptionalLong since(String machine) {
    return stops.values().stream()
        .filter(stop -> stop.machine().equals(machine))
        .mapToLong(Stop::since)
        .min();
  }
}
