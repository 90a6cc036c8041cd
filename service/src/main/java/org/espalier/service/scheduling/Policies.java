package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.pricing.Forecast;
import org.espalier.service.live.ParameterView;
import org.espalier.service.live.Timeline;

/** The policies that a service can switch between, all with the settings of its file. */
public interface Policies {
  /** Their names. */
  List<String> names();

  /** Their names by where they come from, with a heading for each. */
  default Map<String, List<String>> byOrigin() {
    return Map.of("", names());
  }

  /** A policy of these in its first state. */
  AllocationPolicy create(String name);

  /** Whether one of them decides otherwise where one task is worth more than another. */
  default boolean mindsWorth(String name) {
    return true;
  }

  /** Whether one of them maps first what must be completed. */
  default boolean putsMustFirst(String name) {
    return true;
  }

  /** What they know of the load to come. */
  default List<Forecast> forecasts() {
    return List.of();
  }

  /** Budgets of energy that they stay within. */
  default EnergySettings energy() {
    return EnergySettings.NONE;
  }

  /**
   * The same on a timeline. A period with an energy budget begins at the time of day (UTC) that the
   * settings say, and the first one is that in which the service was first started.
   */
  default Policies on(Timeline timeline) {
    return this;
  }

  /**
   * The same with some settings changed.
   *
   * @param changes values by the keys of options and parameters, as studies write them
   * @throws IllegalArgumentException with all that is wrong with them, and all that cannot change
   *     while tasks are decided
   */
  default Policies with(Map<String, String> changes) {
    if (changes.isEmpty()) {
      return this;
    }
    throw new IllegalArgumentException("these policies have no settings to change");
  }

  /** The settings of one of them that can change while it decides, with the values of the file. */
  default List<ParameterView> fields(String name) {
    return List.of();
  }

  /**
   * What decides in place of a policy that fails.
   *
   * @param policy its name
   * @param after it also does after a mapping event that took longer; empty if none is too long
   */
  record Fallback(String policy, Optional<Duration> after) {}

  /** What decides in place of one that fails; empty if nothing does. */
  default Optional<Fallback> fallback() {
    return Optional.empty();
  }

  /** The settings, as {@link org.espalier.workload.policy.RecordedSettings} writes them. */
  String settings();
}
