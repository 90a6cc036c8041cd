package org.espalier.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;

/** Systems of many types and machines; an execution time has 24 impulses and one peak. */
final class LargeSystem {
  private static final long STEP = 4;
  private static final int IMPULSES = 24;

  private LargeSystem() {}

  /** One of so many; as many machines of each type, or nearly so. */
  static HcSystem of(int taskCount, int typeCount, int machineCount) {
    SplittableRandom random = new SplittableRandom(1);
    List<TaskType> taskTypes = new ArrayList<>();
    List<MachineType> machineTypes = new ArrayList<>();
    List<Machine> machines = new ArrayList<>();
    for (int t = 0; t < taskCount; t++) {
      taskTypes.add(new TaskType(t, "task-" + t));
    }
    for (int m = 0; m < typeCount; m++) {
      machineTypes.add(new MachineType(m, "type-" + m));
    }
    for (int m = 0; m < machineCount; m++) {
      machines.add(new Machine(m, "machine-" + m, machineTypes.get(m % typeCount)));
    }
    Pmf[][] cells = cells(random, taskCount, typeCount);
    return new HcSystem(
        "large", Duration.ofMillis(1), taskTypes, machineTypes, machines, PetMatrix.of(cells));
  }

  private static Pmf[][] cells(SplittableRandom random, int taskTypes, int machineTypes) {
    Pmf[][] cells = new Pmf[taskTypes][machineTypes];
    for (Pmf[] row : cells) {
      for (int m = 0; m < row.length; m++) {
        row[m] = peak(random.nextInt(5, 40) * STEP);
      }
    }
    return cells;
  }

  /** A peak in the middle of its impulses, from a time on. */
  private static Pmf peak(long earliest) {
    double[] weights = new double[IMPULSES];
    for (int i = 0; i < IMPULSES; i++) {
      weights[i] = (i + 1.0) * (IMPULSES - i);
    }
    return Pmf.normalised(earliest, STEP, weights);
  }
}
