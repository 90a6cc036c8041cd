package org.espalier.core.registry;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.heuristic.MaxRobust;

/** MaxRobust (MAXROBUST IV-B), and a variant that can still choose when tasks are lost. */
final class MaxRobustPolicies {
  private static final PolicyParameter<Double> SHARE =
      PolicyParameter.positiveShare(
          "share",
          0.375,
          "share of the machines that tie, those that execute fastest, among which KPB decides",
          "MAXROBUST IV-B, IV-E");

  private MaxRobustPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        maxRobust("MaxRobust", MaxRobust.LostTasks.COUNTED),
        maxRobust("MaxRobustV", MaxRobust.LostTasks.LEFT_OUT));
  }

  private static PolicyProvider maxRobust(String name, MaxRobust.LostTasks lostTasks) {
    return new HeuristicProvider(
        name, settings -> new MaxRobust(lostTasks, settings.parameters().get(SHARE))) {
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
    }.declaring(SHARE);
  }
}
