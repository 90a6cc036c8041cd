package org.espalier.simulator.engine;

import java.util.Arrays;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.DeferringSettings;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningSettings;

/** A case of the golden trials, by the policy and the settings that it means. */
enum GoldenCase {
  MM_A("MM", PolicySettings.THESIS.withRules(AllocationRules.bounded(6, DroppingScope.NONE))),
  MM_B("MM", PolicySettings.THESIS),
  MSD_JOURNAL("MSD", PolicySettings.JOURNAL),
  PAM_THESIS("PAM", PolicySettings.THESIS),
  PAM_JOURNAL("PAM", PolicySettings.JOURNAL),
  PAM_TOGGLE0("PAM", PolicySettings.THESIS.withPruning(alwaysEngaged())),
  MOC_JOURNAL("MOC", PolicySettings.JOURNAL),
  PAM_HEURISTIC("PAM-Drop", proactively(PruningSettings.DroppingMethod.PROACTIVE)),
  PAM_OPTIMAL("PAM-Drop", proactively(PruningSettings.DroppingMethod.OPTIMAL)),
  PAMF_JOURNAL("PAMF", PolicySettings.JOURNAL),
  PAM_DYNAMIC("PAM", dynamically()),
  EDF_HOMO("EDF-P", PolicySettings.THESIS);

  private final String policy;
  private final PolicySettings settings;

  GoldenCase(String policy, PolicySettings settings) {
    this.policy = policy;
    this.settings = settings;
  }

  private static PruningSettings alwaysEngaged() {
    return PruningSettings.byThresholds(0.75, 0.75, ToggleSettings.at(0, 1));
  }

  private static DeferringSettings dynamic(DeferringSettings deferring) {
    return new DeferringSettings(
        DeferringSettings.Method.DYNAMIC, deferring.threshold(), deferring.step());
  }

  private static PolicySettings proactively(PruningSettings.DroppingMethod method) {
    PruningSettings pruning = PolicySettings.THESIS.pruning();
    return PolicySettings.THESIS.withPruning(
        pruning.withToggle(ToggleSettings.ALWAYS).withDropping(method));
  }

  private static PolicySettings dynamically() {
    PruningSettings pruning = PolicySettings.JOURNAL.pruning();
    return PolicySettings.JOURNAL.withPruning(pruning.withDeferring(dynamic(pruning.deferring())));
  }

  /** The case that a file of golden trials calls so, such as {@code PAM-journal}. */
  static GoldenCase of(String name) {
    return Arrays.stream(values())
        .filter(meant -> meant.name().replace('_', '-').equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("unknown golden case " + name));
  }

  AllocationPolicy newPolicy() {
    return PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings);
  }

  AllocationRules rules() {
    return settings.rules();
  }
}
