package org.espalier.core.registry;

import java.util.List;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.heuristic.MachineTypeLimit;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.OneByOne;
import org.espalier.core.heuristic.PlacementChoice;

/** Policies that look at no execution time, to compare others with. */
final class Baselines {
  private static final PolicyParameter<Boolean> SHUFFLED =
      PolicyParameter.flag(
          "shuffled",
          "whether the machines have their turns in a random order, which is kept, as in the"
              + " source",
          "DISSERTATION 2.4.2");

  private Baselines() {}

  static List<PolicyProvider> all() {
    return List.of(
        new HeuristicProvider(
                "Round-Robin",
                settings ->
                    new OneByOne(
                        settings.parameters().get(SHUFFLED)
                            ? PlacementChoice.shuffledRoundRobin(settings.seed())
                            : PlacementChoice.roundRobin()))
            .declaring(SHUFFLED),
        new HeuristicProvider("Random", Baselines::random));
  }

  private static MappingHeuristic random(PolicySettings settings) {
    TaskManagement management = settings.rules().management();
    boolean remaps =
        management instanceof TaskManagement.PendingSlot
            || management instanceof TaskManagement.Polled;
    return remaps
        ? OneByOne.atRandom(settings.seed())
        : new OneByOne(PlacementChoice.randomMachine(MachineTypeLimit.NONE, settings.seed()));
  }
}
