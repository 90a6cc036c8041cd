package org.espalier.cli.tradeoff;

import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.workload.policy.PolicyChoice;

/**
 * The allocation that a policy makes of a trace when tasks take their mean times (DISSERTATION
 * 7.3.4). Tasks that it drops, or does not come to, are not executed.
 */
record PolicyAllocations(PolicyRegistry registry) {
  Allocation allocate(PolicyChoice choice, StaticProblem problem) {
    HcSystem system = problem.system();
    PolicyRegistry.Entry entry = registry.find(choice.policy()).orElseThrow();
    PolicySettings settings = choice.settings().forPolicy(entry.provider());
    AllocationPolicy policy = entry.create(settings);
    Trial trial =
        new Trial(
            system,
            settings.rules(),
            problem.workload(),
            (task, machine, pState) ->
                Math.max(
                    1,
                    Math.round(system.pet().get(task.type(), machine.type().id(), pState).mean())));
    return allocation(EventEngine.run(trial, policy), problem.tasks());
  }

  private static Allocation allocation(TrialOutcome outcome, int tasks) {
    int[] placements = new int[tasks];
    int[] orders = new int[tasks];
    Arrays.fill(placements, Allocation.NOT_EXECUTED);
    Arrays.setAll(orders, task -> task);
    List<Departure> started =
        outcome.departures().stream()
            .filter(departure -> isCompleted(departure.fate()))
            .sorted((a, b) -> Long.compare(a.start(), b.start()))
            .toList();
    for (int place = 0; place < started.size(); place++) {
      Departure departure = started.get(place);
      placements[departure.task().id()] = departure.placement().id();
      orders[departure.task().id()] = place;
    }
    return Allocation.of(placements, orders);
  }

  private static boolean isCompleted(Fate fate) {
    return fate == Fate.ON_TIME || fate == Fate.LATE;
  }
}
