package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.MACHINE_NUMBER;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.QUEUE_LENGTH;
import static org.espalier.core.heuristic.PairMeasure.READY_TIME;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import org.espalier.core.heuristic.OneByOne;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.PlacementChoice;

/**
 * The immediate-mode heuristics of THESIS 3.3.2 and MAXROBUST IV, which map task by task in order
 * of arrival. Each is an order of the machines for a task; KPB and MR look at a share of them only.
 */
final class ImmediatePolicies {
  private static final PolicyParameter<Double> KPB_SHARE =
      fastestShare("THESIS 3.3.2.4, MAXROBUST IV-E");
  private static final PolicyParameter<Double> MR_SHARE = fastestShare("THESIS 3.3.2.5");

  private ImmediatePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        immediate("FCFS", lowest(READY_TIME)),
        immediate("FCFS-In-Order", lowest(MACHINE_NUMBER)),
        immediate("MET", lowest(MEAN_EXECUTION_TIME)),
        immediate("MCT", BatchPolicies.MIN_COMPLETION),
        amongFastest("KPB", BatchPolicies.MIN_COMPLETION, KPB_SHARE),
        amongFastest("MR", PruningAwarePolicies.MOST_ROBUST, MR_SHARE),
        immediate("SQ", lowest(QUEUE_LENGTH)));
  }

  /** The k of KPB: three of eight machines in the sources. */
  static PolicyParameter<Double> fastestShare(String source) {
    return PolicyParameter.positiveShare(
        "share", 0.375, "share of machines looked at, those that execute fastest", source);
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
}
