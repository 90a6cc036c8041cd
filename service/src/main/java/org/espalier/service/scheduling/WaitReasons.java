package org.espalier.service.scheduling;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.service.live.WaitReason;

/** Tells why tasks of a type wait in the batch queue. Used by one thread. */
final class WaitReasons {
  private final HcSystem system;
  private final RoomByType room;

  WaitReasons(HcSystem system, RoomByType room) {
    this.system = system;
    this.room = room;
  }

  /**
   * Why tasks of a type wait.
   *
   * @param energy how the energy budget stood at the last mapping event, if there is one
   */
  WaitReason reason(int taskType, Optional<EnergyStanding> energy) {
    List<MachineType> able = able(taskType);
    if (able.isEmpty()) {
      return WaitReason.NO_MACHINE;
    }
    if (able.stream().noneMatch(room::hasRoom)) {
      return WaitReason.FULL;
    }
    return energy.filter(e -> leastJoules(taskType) > e.remainingJoules()).isPresent()
        ? WaitReason.ENERGY
        : WaitReason.PUT_OFF;
  }

  private List<MachineType> able(int taskType) {
    return system.machineTypes().stream()
        .filter(type -> system.pet().canRun(taskType, type.id()) && room.takesTasks(type))
        .toList();
  }

  /** The least energy that a task is expected to take on machines that take tasks, in joules. */
  double leastJoules(int taskType) {
    double least = Double.POSITIVE_INFINITY;
    for (MachineType type : able(taskType)) {
      for (int p = 0; p < type.pStates().size(); p++) {
        double ticks = system.pet().get(taskType, type.id(), p).mean();
        least = Math.min(least, system.taskJoules(taskType, type.id(), p, ticks));
      }
    }
    return least;
  }
}
