package org.espalier.workload.policy;

import java.util.Map;

/**
 * A policy of a study.
 *
 * @param name what tables and figures call it, unique in its study
 * @param policy name in the registry
 * @param overrides settings of it that differ from those of the study
 */
public record PolicyEntry(String name, String policy, Map<PolicySetting, String> overrides) {
  public PolicyEntry {
    overrides = Map.copyOf(overrides);
  }
}
