package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.allocation.DeadlineKind;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pricing.JustInTime;
import org.espalier.core.pricing.JustInTimeByUtility;

/** Policies that start tasks just in time. */
final class JustInTimePolicies {
  private static final String SOURCE = "Espalier, docs/just-in-time.md";

  private JustInTimePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        HeuristicProvider.of(
            "JIT",
            "just in time: matches by chance of success less the price of machine time; with soft"
                + " deadlines or a budget of energy by utility less the prices of time and energy",
            SOURCE,
            JustInTimePolicies::byPrices),
        HeuristicProvider.of(
            "JIT-D",
            "just in time: matches by chance of success over machine time",
            SOURCE,
            settings -> JustInTime.byDensity()));
  }

  private static MappingHeuristic byPrices(PolicySettings settings) {
    boolean isSoft = settings.rules().deadlines() == DeadlineKind.SOFT;
    return isSoft || settings.energy().hasBudgetFrom(0)
        ? JustInTimeByUtility.of(settings.seed())
        : JustInTime.byPrices();
  }
}
