package org.espalier.workload.policy;

import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.Need;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;

/** Refuses budgets of energy for systems whose power is not known. */
public final class EnergyNeeds {
  private EnergyNeeds() {}

  /**
   * Reports settings with a budget that do not suit a system, where the document sets it.
   *
   * @param document with a block {@code settings}, if it has any
   */
  public static void check(DocumentNode document, PolicySettings settings, HcSystem system) {
    if (!settings.suit(system)) {
      report(document, system);
    }
  }

  private static void report(DocumentNode document, HcSystem system) {
    String key = PolicyOption.ENERGY_BUDGET.key();
    document
        .mapping("settings")
        .find()
        .flatMap(block -> block.node(key).find())
        .orElse(document)
        .report(
            "%s needs the %s, which system %s does not give for all"
                .formatted(key, Need.POWER.label(), system.name()),
            Need.POWER.remedy() + "; or leave the budget out");
  }
}
