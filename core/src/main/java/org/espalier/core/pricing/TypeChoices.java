package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;

/**
 * What the tasks of a type may choose: a machine type in one of its P-states, in full or as one of
 * their versions.
 *
 * @param all machine type by machine type
 * @param begins where the choices of each machine type begin
 */
record TypeChoices(List<Choice> all, int... begins) {

  /**
   * A way to run a task.
   *
   * @param ticks mean execution time
   * @param joules expected energy
   * @param waits how long a task usually waits for a machine of the type, in ticks: the longer the
   *     fewer there are, T / (2 n)
   */
  record Choice(
      int machineType,
      Version version,
      int pState,
      Pmf time,
      double ticks,
      double joules,
      double waits) {
    /**
     * What a task may be expected to be worth that starts at a time, in ticks.
     *
     * @param until what has not ended by then is stopped
     */
    double utility(Task task, double start, long until) {
      double sum = 0;
      for (int i = 0; i < time.size(); i++) {
        double mass = time.mass(i);
        long end = Math.round(start + time.time(i));
        sum += mass > 0 && end <= until ? mass * task.utility().of(task, end) : 0;
      }
      return version.share() * time.completes() * sum;
    }

    /** The share of its worth that a task has, times the chance that it is on time. */
    double success(Task task, double start, long until) {
      long left = (long) Math.ceil(Math.min(task.deadline(), until) + 0.5 - start) - 1;
      return version.share() * time.completes() * time.cumulative(left);
    }
  }

  private static TypeChoices of(HcSystem system, TaskType type, int... machines) {
    PetMatrix pet = system.pet();
    List<Choice> choices = new ArrayList<>();
    int[] begins = new int[pet.machineTypes() + 1];
    for (int j = 0; j < pet.machineTypes(); j++) {
      for (Version version : type.versions()) {
        int pStates = pet.canRun(version.type(), j) ? pet.pStates(j) : 0;
        for (int p = 0; p < pStates; p++) {
          Pmf time = pet.get(version.type(), j, p);
          double ticks = time.mean();
          double joules = system.taskJoules(version.type(), j, p, ticks);
          double waits = ticks / (2.0 * Math.max(1, machines[j]));
          choices.add(new Choice(j, version, p, time, ticks, joules, waits));
        }
      }
      begins[j + 1] = choices.size();
    }
    return new TypeChoices(List.copyOf(choices), begins);
  }

  /** The choices of all task types of a system. */
  static TypeChoices[] of(HcSystem system) {
    int[] machines = new int[system.machineTypes().size()];
    system.machines().forEach(machine -> machines[machine.type().id()]++);
    return system.taskTypes().stream()
        .map(type -> of(system, type, machines))
        .toArray(TypeChoices[]::new);
  }

  /** Those on a machine type. */
  List<Choice> on(int machineType) {
    return all.subList(begins[machineType], begins[machineType + 1]);
  }
}
