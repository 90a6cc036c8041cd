package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * What the tasks of a type may choose: a machine type in one of its P-states each, machine type by
 * machine type. Immutable.
 */
final class TypeChoices {
  private final int[] machineTypes;
  private final int[] pStates;
  private final Pmf[] times;
  private final double[] ticks;
  private final double[] joules;
  private final double[] waits;
  private final boolean areCertain;

  /** From the one that completes first. */
  private final int[] byCompletion;

  private TypeChoices(HcSystem system, int taskType, int... machines) {
    List<int[]> pairs = pairs(system.pet(), taskType);
    int size = pairs.size();
    machineTypes = new int[size];
    pStates = new int[size];
    times = new Pmf[size];
    ticks = new double[size];
    joules = new double[size];
    waits = new double[size];
    for (int c = 0; c < size; c++) {
      machineTypes[c] = pairs.get(c)[0];
      pStates[c] = pairs.get(c)[1];
      times[c] = system.pet().get(taskType, machineTypes[c], pStates[c]);
      ticks[c] = times[c].mean();
      joules[c] = system.taskJoules(taskType, machineTypes[c], pStates[c], ticks[c]);
      waits[c] = ticks[c] / (2.0 * Math.max(1, machines[machineTypes[c]]));
    }
    areCertain = Arrays.stream(times).allMatch(Pmf::isCertain);
    byCompletion =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(c -> waits[c] + ticks[c]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  private static List<int[]> pairs(PetMatrix pet, int taskType) {
    List<int[]> pairs = new ArrayList<>();
    for (int j = 0; j < pet.machineTypes(); j++) {
      for (int k = 0; pet.canRun(taskType, j) && k < pet.pStates(j); k++) {
        pairs.add(new int[] {j, k});
      }
    }
    return pairs;
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

  int machineType(int choice) {
    return machineTypes[choice];
  }

  int pState(int choice) {
    return pStates[choice];
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

  /** Whether it is certain how long each takes. */
  boolean areCertain() {
    return areCertain;
  }

  /**
   * The choices that may be best at some costs, whatever a task is worth. All others complete later
   * and cost no less, or cost infinitely much.
   */
  int[] worthwhile(double... costs) {
    int[] kept = new int[costs.length];
    int count = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int choice : byCompletion) {
      if (costs[choice] < (areCertain ? least : Double.POSITIVE_INFINITY)) {
        least = costs[choice];
        kept[count++] = choice;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /** What a task may be expected to be worth that starts at a time, in ticks. */
  double utility(Task task, int choice, double start) {
    Pmf time = times[choice];
    if (time.isCertain()) {
      return task.utility().of(task, Math.round(start + time.earliest()));
    }
    double sum = 0;
    for (int i = 0; i < time.size(); i++) {
      double mass = time.mass(i);
      sum += mass > 0 ? mass * task.utility().of(task, Math.round(start + time.time(i))) : 0;
    }
    return sum;
  }
}
