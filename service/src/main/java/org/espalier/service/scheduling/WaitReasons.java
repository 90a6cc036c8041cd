package org.espalier.service.scheduling;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.budget.Tariff;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;

/** Tells why tasks wait that are not mapped, at a moment. Used by one thread. */
record WaitReasons(ResourceManager manager, Tariff tariff, long now) {
  /** Its execution was lost or failed, and the delay before the next one is not over. */
  static final String BEFORE_RETRY =
      "its last execution failed or was lost, and it is to wait before the next";

  /** Its store is a copy. */
  static final String RESTORED =
      "the store was restored or copied, and another service may have run it; release or cancel it";

  private static final String NO_MACHINE = "no machine that takes tasks can run tasks of its type";
  private static final String FULL = "the queues of all machines that can run it are full";
  private static final String PUT_OFF =
      "the policy has put it off: its chance of success is too low where there is room, a machine"
          + " that is busy suits it better, or the policy starts tasks on idle machines only (JIT)";

  /**
   * Why tasks of a type wait in the batch queue.
   *
   * @param energy how the energy budget stood at the last mapping event, if there is one
   */
  String inBatch(int taskType, Optional<EnergyStanding> energy) {
    List<MachineQueue> able =
        manager.system().machines().stream()
            .map(machine -> manager.queue(machine.id()))
            .filter(queue -> queue.isAvailable() && queue.canRun(taskType))
            .toList();
    if (able.isEmpty()) {
      return NO_MACHINE;
    }
    if (able.stream().noneMatch(MachineQueue::hasRoom)) {
      return FULL;
    }
    return energy.map(standing -> underBudget(taskType, able, standing)).orElse(PUT_OFF);
  }

  private String underBudget(int taskType, List<MachineQueue> able, EnergyStanding energy) {
    double least = leastCost(taskType, able);
    double each = energy.account().perJoule();
    String unit = energy.account().unit();
    return least > energy.remainingJoules()
        ? String.format(
            Locale.ROOT,
            "it takes %.3g %s at least, and %.3g %s are left of the energy budget; it waits for the"
                + " next period%s",
            each * least,
            unit,
            each * Math.max(0, energy.remainingJoules()),
            unit,
            tariff.isFlat() ? "" : " or a lower price")
        : PUT_OFF + ", or it takes more energy than the filter allows a task now";
  }

  /**
   * The least that a task is expected to take on some machines now, in joules at the mean price.
   */
  private double leastCost(int taskType, List<MachineQueue> able) {
    HcSystem system = manager.system();
    double least = Double.POSITIVE_INFINITY;
    for (MachineType type :
        able.stream().map(queue -> queue.machine().type()).distinct().toList()) {
      for (int p = 0; p < type.pStates().size(); p++) {
        double ticks = system.pet().get(taskType, type.id(), p).mean();
        double factor = tariff.factor(now, now + Math.round(ticks));
        least = Math.min(least, factor * system.taskJoules(taskType, type.id(), p, ticks));
      }
    }
    return least;
  }
}
