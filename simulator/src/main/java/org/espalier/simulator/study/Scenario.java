package org.espalier.simulator.study;

import java.util.List;
import java.util.Map;
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
 * @param workload the options of its workload, all of them
 * @param belief what the policy believes of execution times
 */
public record Scenario(
    int index,
    List<String> values,
    String policy,
    PolicyRegistry.Entry entry,
    PolicySettings settings,
    Map<WorkloadOption, String> workload,
    PetBelief belief) {
  public Scenario {
    values = List.copyOf(values);
    workload = Map.copyOf(workload);
  }

  /** Its name in tables and messages. */
  public String label() {
    return String.join(", ", values);
  }
}
