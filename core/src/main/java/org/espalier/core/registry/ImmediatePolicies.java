package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.MACHINE_NUMBER;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.QUEUE_LENGTH;
import static org.espalier.core.heuristic.PairMeasure.READY_TIME;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.heuristic.MachineTypeLimit;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.MaxRobust;
import org.espalier.core.heuristic.OneByOne;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.PlacementChoice;

/**
 * Policies that map task by task in order of arrival. They are the immediate-mode heuristics of
 * THESIS 3.3.2 and MAXROBUST IV, and baselines that look at no execution time. Most are an order of
 * the machines for a task; KPB and MR look at a share of them only. MaxRobustV is MaxRobust
 * (MAXROBUST IV-B) that can still choose when tasks are lost.
 */
final class ImmediatePolicies {
  /** The k of KPB: three of eight machines in the sources. */
  private static final double THREE_OF_EIGHT = 0.375;

  private static final PolicyParameter<Double> KPB_SHARE =
      fastestShare("THESIS 3.3.2.4, MAXROBUST IV-E");
  private static final PolicyParameter<Double> MR_SHARE = fastestShare("THESIS 3.3.2.5");

  private static final PolicyParameter<Double> TIED_SHARE =
      PolicyParameter.positiveShare(
          "share",
          THREE_OF_EIGHT,
          "share of the machines that tie, those that execute fastest, among which KPB decides",
          "MAXROBUST IV-B, IV-E");

  private static final PolicyParameter<Boolean> SHUFFLED =
      PolicyParameter.flag(
          "shuffled",
          "whether the machines have their turns in a random order, which is kept, as in the"
              + " source",
          "DISSERTATION 2.4.2");

  private ImmediatePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        immediate("FCFS", lowest(READY_TIME)),
        immediate("FCFS-In-Order", lowest(MACHINE_NUMBER)),
        immediate("MET", lowest(MEAN_EXECUTION_TIME)),
        immediate("MCT", BatchPolicies.MIN_COMPLETION),
        amongFastest("KPB", BatchPolicies.MIN_COMPLETION, KPB_SHARE),
        amongFastest("MR", BatchPolicies.MOST_ROBUST, MR_SHARE),
        immediate("SQ", lowest(QUEUE_LENGTH)),
        maxRobust("MaxRobust", MaxRobust.LostTasks.COUNTED),
        maxRobust("MaxRobustV", MaxRobust.LostTasks.LEFT_OUT),
        new HeuristicProvider(
                "Round-Robin",
                settings ->
                    new OneByOne(
                        settings.parameters().get(SHUFFLED)
                            ? PlacementChoice.shuffledRoundRobin(settings.seed())
                            : PlacementChoice.roundRobin()))
            .declaring(SHUFFLED),
        new HeuristicProvider("Random", ImmediatePolicies::random));
  }

  private static PolicyParameter<Double> fastestShare(String source) {
    return PolicyParameter.positiveShare(
        "share", THREE_OF_EIGHT, "share of machines looked at, those that execute fastest", source);
  }

  private static PolicyProvider immediate(String name, PairOrder machines) {
    return new HeuristicProvider(name, _ -> new OneByOne(PlacementChoice.best(machines)));
  }

  private static PolicyProvider amongFastest(
      String name, PairOrder machines, PolicyParameter<Double> share) {
    return new HeuristicProvider(
            name,
            settings ->
                new OneByOne(
                    PlacementChoice.bestOfFastest(settings.parameters().get(share), machines)))
        .declaring(share);
  }

  private static PolicyProvider maxRobust(String name, MaxRobust.LostTasks lostTasks) {
    return new HeuristicProvider(
        name, settings -> new MaxRobust(lostTasks, settings.parameters().get(TIED_SHARE))) {
      @Override
      public Optional<String> caution(PolicySettings settings) {
        AllocationRules rules = settings.rules();
        boolean meant = !rules.management().isBounded() && rules.deadlines() == DeadlineKind.SOFT;
        return meant
            ? Optional.empty()
            : Optional.of(
                "%s is meant for unbounded queues and soft deadlines, as preset maxrobust has them; as"
                        .formatted(name)
                    + " it is set, tasks are dropped that it takes for late but worth finishing");
      }
    }.declaring(TIED_SHARE);
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
