package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.heuristic.RandomMachine;
import org.espalier.core.heuristic.RoundRobin;

/** Policies that look at no execution time, to compare others with. */
final class Baselines {
  private Baselines() {}

  static List<PolicyProvider> all() {
    return List.of(
        HeuristicProvider.of(
            "Round-Robin",
            "one machine after the other, task by task",
            "a baseline",
            settings -> new RoundRobin()),
        HeuristicProvider.of(
            "Random",
            "a random machine, task by task",
            "a baseline; DISSERTATION 4.3.4",
            settings -> new RandomMachine(settings.seed())));
  }
}
