package org.espalier.workload.policy;

import java.util.Optional;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;

/**
 * Refuses budgets of energy for systems whose power is not known, and filters that have no budget
 * to make last.
 */
public final class EnergyNeeds {
  /** What to do where the power of machines is needed and not known. */
  public static final String POWER_REMEDY =
      "give each machine type power in each P-state or rated_power, or name a power file in the"
          + " system";

  private EnergyNeeds() {}

  /**
   * Reports settings with a budget that do not suit a system, where the document sets it.
   *
   * @param document with a block {@code settings}, if it has any
   */
  public static void check(DocumentNode document, PolicySettings settings, HcSystem system) {
    if (!settings.suit(system)) {
      String key = PolicyOption.ENERGY_BUDGET.key();
      at(document, "settings", key)
          .orElse(document)
          .report(
              "%s needs the power of machines, which system %s does not give for all"
                  .formatted(key, system.name()),
              POWER_REMEDY + "; or leave the budget out");
    }
  }

  /** Whether there is a filter, with a budget or without. */
  public static boolean hasFilter(EnergySettings energy) {
    return !(energy.filter() instanceof TaskBudget.Unlimited);
  }

  /**
   * Reports a filter without budget, in the first of some blocks that sets one.
   *
   * @param blocks by their keys in the document
   */
  public static void reportFilter(DocumentNode document, String... blocks) {
    String key = PolicyOption.ENERGY_FILTER.key();
    Optional<DocumentNode> node = Optional.empty();
    for (String block : blocks) {
      node = node.isPresent() ? node : at(document, block, key);
    }
    reportFilter(node.orElse(document));
  }

  /** Reports a filter without budget. */
  public static void reportFilter(DocumentNode node) {
    node.report(
        "%s has no effect without %s"
            .formatted(PolicyOption.ENERGY_FILTER.key(), PolicyOption.ENERGY_BUDGET.key()),
        "give a budget, or leave the filter out");
  }

  private static Optional<DocumentNode> at(DocumentNode document, String block, String key) {
    return document.mapping(block).find().flatMap(node -> node.node(key).find());
  }
}
