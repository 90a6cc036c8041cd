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
 * @param system which system it runs on
 * @param workload the options of its workload, all of them
 * @param belief what the policy believes of execution times
 */
public record Scenario(
    int index,
    List<String> values,
    String policy,
    PolicyRegistry.Entry entry,
    PolicySettings settings,
    SystemChoice system,
    Map<WorkloadOption, String> workload,
    PetBelief belief) {
  public Scenario {
    values = List.copyOf(values);
    workload = Map.copyOf(workload);
  }

  /**
   * What scenarios meet that differ in their policies alone.
   *
   * @param system which system it is
   * @param workload options of the workload
   */
  public record Conditions(SystemChoice system, Map<WorkloadOption, String> workload) {
    public Conditions {
      workload = Map.copyOf(workload);
    }
  }

  /** What it meets. */
  public Conditions conditions() {
    return new Conditions(system, workload);
  }

  /** Its name in tables and messages. */
  public String label() {
    return String.join(", ", values);
  }
}
