package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.pricing.JustInTime;

/** Policies that map just in time. */
final class JustInTimePolicies {
  private JustInTimePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        HeuristicProvider.of(
            "JIT",
            "just-in-time matching by prices of machine time",
            "own",
            s -> JustInTime.byPrices()),
        HeuristicProvider.of(
            "JIT-D",
            "just-in-time matching by chance over machine time",
            "own",
            s -> JustInTime.byDensity()));
  }
}
