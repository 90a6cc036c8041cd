package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;

/** The queues of all machines of a resource manager, by machine, as they stand at present. */
final class MachineQueues {
  private final MachineQueue[] queues;

  /** Those of an idle system. */
  MachineQueues(
      HcSystem system,
      AllocationRules rules,
      Approximation approximation,
      BatchDeadlines batchDeadlines) {
    queues = new MachineQueue[system.machines().size()];
    Map<Integer, List<Placement>> byMachine =
        system.placements().stream().collect(Collectors.groupingBy(Placement::machine));
    for (Machine machine : system.machines()) {
      MachineProfile profile =
          new MachineProfile(
              system,
              machine,
              List.copyOf(byMachine.getOrDefault(machine.id(), List.of())),
              rules,
              approximation,
              batchDeadlines);
      queues[machine.id()] = MachineQueue.empty(profile, 0);
    }
  }

  int size() {
    return queues.length;
  }

  MachineQueue get(int machine) {
    return queues[machine];
  }

  void set(int machine, MachineQueue queue) {
    queues[machine] = queue;
  }

  /** All of them, brought to the present time; a copy. */
  List<MachineQueue> at(long now) {
    for (int m = 0; m < queues.length; m++) {
      queues[m] = queues[m].at(now);
    }
    return Arrays.asList(queues.clone());
  }

  /**
   * The queue of a machine that runs a task.
   *
   * @throws IllegalStateException if it runs none
   */
  MachineQueue busy(int machine) {
    MachineQueue queue = queues[machine];
    if (!queue.isBusy()) {
      throw new IllegalStateException(
          "machine %s finished a task but runs none".formatted(queue.machine().name()));
    }
    return queue;
  }

  /** Whether no machine runs a task. */
  boolean areIdle() {
    for (MachineQueue queue : queues) {
      if (queue.isBusy()) {
        return false;
      }
    }
    return true;
  }

  /** The earliest deadline of a running task; {@link ResourceManager#NEVER} if none runs. */
  long earliestRunningDeadline() {
    long earliest = ResourceManager.NEVER;
    for (MachineQueue queue : queues) {
      if (queue.isBusy()) {
        earliest = Math.min(earliest, queue.task(0).deadline());
      }
    }
    return earliest;
  }

  /** Whether any task waits behind a pending slot. */
  boolean anyVirtual() {
    for (MachineQueue queue : queues) {
      if (queue.size() > queue.fixed()) {
        return true;
      }
    }
    return false;
  }

  /** The machine that a task is mapped to, or -1. */
  int machineOf(int taskId) {
    for (int m = 0; m < queues.length; m++) {
      if (queues[m].positionOf(taskId) >= 0) {
        return m;
      }
    }
    return -1;
  }
}
