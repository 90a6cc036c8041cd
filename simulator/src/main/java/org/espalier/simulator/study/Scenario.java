package org.espalier.simulator.study;

import java.util.List;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.pet.PetBelief;

/**
 * One combination of the values of a study's axes.
 *
 * @param index its place in the order of the results: the last axis varies fastest
 * @param values its value on each axis
 * @param policy name of its policy entry
 * @param entry the policy in the registry
 * @param settings what the policy is made with
 * @param system which system it runs on
 * @param workload which workload it meets
 * @param belief what the policy believes of execution times
 */
public record Scenario(
    int index,
    List<String> values,
    String policy,
    PolicyRegistry.Entry entry,
    PolicySettings settings,
    SystemChoice system,
    WorkloadChoice workload,
    PetBelief belief) {
  /** What scenarios meet that differ in their policies alone. */
  public record Conditions(SystemChoice system, WorkloadChoice workload) {}

  /** What it meets. */
  public Conditions conditions() {
    return new Conditions(system, workload);
  }

  /** The forecasts that its policy names. */
  List<Forecast> forecasts() {
    return settings.parameters().all(Forecast.class);
  }

  /** Its name in tables and messages. */
  public String label() {
    return String.join(", ", values);
  }
}
