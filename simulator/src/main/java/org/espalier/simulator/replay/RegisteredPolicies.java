package org.espalier.simulator.replay;

import java.util.Map;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.PolicyOptions;
import org.espalier.workload.policy.RecordedSettings;

/**
 * The policies of a registry. Their settings are those of preset journal with the rules of the
 * resource manager, changed by the {@linkplain RecordedSettings recorded} options.
 */
public final class RegisteredPolicies implements RecordedPolicies {
  private final PolicyRegistry registry;

  /** The policies of a registry. */
  public RegisteredPolicies(PolicyRegistry registry) {
    this.registry = registry;
  }

  @Override
  public AllocationPolicy create(Journal.Began began, String policy, String settings) {
    return registry
        .find(policy)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no policy %s; %s"
                    .formatted(policy, Names.remedy(policy, registry.names()))))
        .create(settings(began, settings, Map.of()));
  }

  /**
   * The settings that a text of the journal stands for.
   *
   * @param changes options to be changed after that
   * @throws IllegalArgumentException if the text is no JSON object of options, or a change is none
   */
  static PolicySettings settings(
      Journal.Began began, String settings, Map<String, String> changes) {
    Map<String, String> options = RecordedSettings.options(settings);
    options.putAll(changes);
    return PolicyOptions.applied(
        PolicySettings.JOURNAL.withRules(began.rules()), options, began.system().tick());
  }
}
