package org.espalier.core.registry;

import java.util.List;
import java.util.stream.Stream;

/** The policies that come with Espalier, by their sources. */
final class BuiltInPolicies {
  private BuiltInPolicies() {}

  static List<PolicyProvider> all() {
    return Stream.of(
            BatchPolicies.all(),
            MaxOntimePolicies.all(),
            PruningAwarePolicies.all(),
            ImmediatePolicies.all(),
            MaxRobustPolicies.all(),
            UtilityPolicies.all(),
            Baselines.all(),
            JustInTimePolicies.all())
        .flatMap(List::stream)
        .toList();
  }
}
