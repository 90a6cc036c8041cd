package org.espalier.simulator.study;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.workload.policy.EnergyNeeds;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;

/**
 * Refuses energy filters of a study that never have a budget to make last. One on an axis that also
 * meets scenarios without budget is no mistake.
 */
final class EnergyFilterCheck {
  private final StudyReader.Described described;
  private final Set<String> limited;
  private final Set<String> filtered;

  EnergyFilterCheck(StudyReader.Described described, List<Scenario> scenarios) {
    this.described = described;
    this.limited =
        scenarios.stream()
            .filter(scenario -> EnergyNeeds.hasBudget(scenario.settings().energy()))
            .map(Scenario::policy)
            .collect(Collectors.toSet());
    this.filtered =
        scenarios.stream()
            .filter(scenario -> EnergyNeeds.hasFilter(scenario.settings().energy()))
            .map(Scenario::policy)
            .collect(Collectors.toSet());
  }

  /** Reports each where it is set: with a policy, or for all of them. */
  void check() {
    boolean ofAll = false;
    for (PolicyEntry entry : described.study().comparison().policies()) {
      if (!filtered.contains(entry.name())) {
        continue;
      }
      if (!entry.overrides().containsKey(PolicyOption.ENERGY_FILTER)) {
        ofAll = true;
      } else if (!limited.contains(entry.name())) {
        described
            .policies()
            .getOrDefault(entry.name(), described.file())
            .node(PolicyOption.ENERGY_FILTER.key())
            .find()
            .ifPresent(EnergyNeeds::reportFilter);
      }
    }
    if (ofAll && limited.isEmpty()) {
      EnergyNeeds.reportFilter(described.file(), "axes", "settings");
    }
  }
}
