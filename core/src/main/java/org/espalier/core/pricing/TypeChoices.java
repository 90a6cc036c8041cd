package org.espalier.core.pricing;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * What the tasks of a type may choose: a machine type in one of its P-states each, machine type by
 * machine type. Immutable.
 */
final class TypeChoices {
  /** Where the choices of each machine type begin. */
  private final int[] begins;

  private final int[] machineTypes;
  private final Pmf[] times;
  private final double[] ticks;
  private final double[] joules;
  private final double[] waits;

  private TypeChoices(HcSystem system, int taskType, int... machines) {
    PetMatrix pet = system.pet();
    begins = new int[pet.machineTypes() + 1];
    for (int j = 0; j < pet.machineTypes(); j++) {
      begins[j + 1] = begins[j] + (pet.canRun(taskType, j) ? pet.pStates(j) : 0);
    }
    int size = begins[pet.machineTypes()];
    machineTypes = new int[size];
    times = new Pmf[size];
    ticks = new double[size];
    joules = new double[size];
    waits = new double[size];
    for (int j = 0; j < pet.machineTypes(); j++) {
      for (int c = begins[j]; c < begins[j + 1]; c++) {
        machineTypes[c] = j;
        times[c] = pet.get(taskType, j, c - begins[j]);
        ticks[c] = times[c].mean();
        joules[c] = system.taskJoules(taskType, j, c - begins[j], ticks[c]);
        waits[c] = ticks[c] / (2.0 * Math.max(1, machines[j]));
      }
    }
  }

  /** The choices of all task types of a system. */
  static TypeChoices[] of(HcSystem system) {
    int[] machines = new int[system.machineTypes().size()];
    system.machines().forEach(machine -> machines[machine.type().id()]++);
    return system.taskTypes().stream()
        .map(type -> new TypeChoices(system, type.id(), machines))
        .toArray(TypeChoices[]::new);
  }

  int size() {
    return ticks.length;
  }

  /** The first choice of a machine type; there is none if the next one begins there too. */
  int begin(int machineType) {
    return begins[machineType];
  }

  int machineType(int choice) {
    return machineTypes[choice];
  }

  /** Mean execution time in ticks. */
  double ticks(int choice) {
    return ticks[choice];
  }

  /** Expected energy in joules. */
  double joules(int choice) {
    return joules[choice];
  }

  /**
   * How long a task usually waits for a machine of the type, in ticks: the longer the fewer there
   * are, T / (2 n).
   */
  double wait(int choice) {
    return waits[choice];
  }

  /** What a task may be expected to be worth that starts at a time, in ticks. */
  double utility(Task task, int choice, double start) {
    Pmf time = times[choice];
    double sum = 0;
    for (int i = 0; i < time.size(); i++) {
      double mass = time.mass(i);
      sum += mass > 0 ? mass * task.utility().of(task, Math.round(start + time.time(i))) : 0;
    }
    return sum;
  }
}
