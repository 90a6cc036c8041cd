package org.espalier.service.backend;

import java.time.Duration;
import java.util.Optional;
import org.espalier.workload.document.Quantities;

/**
 * What one launch may use. Where nothing is said, the limits of its machine hold, and they are
 * never exceeded.
 *
 * @param time how long it may execute; it is stopped then
 * @param memoryBytes memory of all of its processes, which a cgroup holds
 * @param cpus how many CPUs it runs on
 * @param processes how many processes and threads it may have at a time, which a cgroup holds
 */
public record LaunchLimits(
    Optional<Duration> time,
    Optional<Long> memoryBytes,
    Optional<Integer> cpus,
    Optional<Integer> processes) {
  /** No limits but those of the machine. */
  public static final LaunchLimits NONE =
      new LaunchLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Why a launch was stopped that took longer than it may, for people. */
  public static String exceeded(Duration time) {
    return "stopped at its time limit of " + Quantities.inGreatestUnit(time);
  }
}
