package org.espalier.service.backend;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.TaskType;

/**
 * Execution times drawn from the PET of a system. What a task takes is a function of (seed, task,
 * machine type, P-state) alone, so that another process draws the same. A task that is long for its
 * type in one P-state is as long in the others: they share one number.
 */
final class DrawnTimes {
  private final HcSystem system;
  private final long seed;
  private final Map<String, Integer> taskTypes = new HashMap<>();
  private final Map<String, Integer> machineTypes = new HashMap<>();

  DrawnTimes(SimulatedSettings settings) {
    this.system = settings.system();
    this.seed = settings.seed();
    for (TaskType type : system.taskTypes()) {
      taskTypes.put(type.name(), type.id());
    }
    for (Machine machine : system.machines()) {
      machineTypes.put(machine.name(), machine.type().id());
    }
  }

  boolean knowsMachine(String name) {
    return machineTypes.containsKey(name);
  }

  /**
   * How long a launch takes; empty if its machine is unknown, or cannot run tasks of its type in
   * its P-state.
   */
  Optional<Duration> of(Launch launch) {
    Integer taskType = taskTypes.get(launch.execution().taskType());
    Integer machineType = machineTypes.get(launch.machine());
    int pState = launch.execution().pState();
    if (taskType == null
        || machineType == null
        || !system.pet().canRun(taskType, machineType)
        || pState >= system.pet().pStates(machineType)) {
      return Optional.empty();
    }
    double level = level(launch.id().task(), machineType);
    long ticks = system.pet().get(taskType, machineType, pState).quantile(level);
    return Optional.of(system.tick().multipliedBy(ticks));
  }

  /** The uniform number in [0, 1) of a task on a machine type. */
  private double level(long task, int machineType) {
    long ofTask = new SplittableRandom(seed).nextLong() + task;
    long ofBoth = new SplittableRandom(ofTask).nextLong() + machineType;
    return new SplittableRandom(ofBoth).nextDouble();
  }
}
