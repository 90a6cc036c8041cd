package org.espalier.core.registry;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.heuristic.MaxRobust;

/** MaxRobust (MAXROBUST IV-B), and a variant that can still choose when tasks are lost. */
final class MaxRobustPolicies {
  private static final String SOURCE = "MAXROBUST IV-B, eq. 1";

  private static final PolicyParameter<Double> SHARE =
      PolicyParameter.positiveShare(
          "share",
          0.375,
          "share of the machines that tie, those that execute fastest, among which KPB decides",
          "MAXROBUST IV-B, IV-E");

  private MaxRobustPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        maxRobust(
            "MaxRobust",
            "max joint chance that all queued tasks of all machines are on time, ties by KPB",
            MaxRobust.LostTasks.COUNTED),
        maxRobust(
            "MaxRobustV",
            "MaxRobust over the tasks that can still be on time",
            MaxRobust.LostTasks.LEFT_OUT));
  }

  private static PolicyProvider maxRobust(
      String name, String summary, MaxRobust.LostTasks lostTasks) {
    return new HeuristicProvider(
        name,
        summary,
        SOURCE,
        settings -> new MaxRobust(lostTasks, settings.parameters().get(SHARE))) {
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
