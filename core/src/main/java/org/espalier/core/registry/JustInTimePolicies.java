package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.pricing.JustInTime;

/** Policies that start tasks just in time. */
final class JustInTimePolicies {
  private static final String SOURCE = "Espalier, docs/just-in-time.md";

  private JustInTimePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        HeuristicProvider.of(
            "JIT",
            "just in time: matches by chance of success less the price of machine time",
            SOURCE,
            settings -> JustInTime.byPrices()),
        HeuristicProvider.of(
            "JIT-D",
            "just in time: matches by chance of success over machine time",
            SOURCE,
            settings -> JustInTime.byDensity()));
  }
}
