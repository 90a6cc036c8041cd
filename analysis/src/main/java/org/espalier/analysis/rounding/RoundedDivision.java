package org.espalier.analysis.rounding;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Whole tasks from a division in fractions: the whole part of each, then of every task type one
 * more to each of the largest remainders. Inside a machine type the longest tasks come first, each
 * to the machine of least time so far.
 */
final class RoundedDivision {
  private final StaticProblem problem;
  private final int[][] machinesOfType;
  private final int[] longestFirst;

  RoundedDivision(StaticProblem problem) {
    this.problem = problem;
    machinesOfType = new int[problem.machineTypes()][];
    for (int type = 0; type < machinesOfType.length; type++) {
      int machineType = type;
      machinesOfType[type] =
          IntStream.range(0, problem.machines())
              .filter(machine -> problem.machineTypeOf(machine) == machineType)
              .toArray();
    }
    int modes = problem.modes();
    longestFirst =
        IntStream.range(0, problem.taskTypes() * modes)
            .filter(cell -> problem.canRun(cell / modes, cell % modes))
            .boxed()
            .sorted(
                Comparator.comparingDouble(
                    (Integer cell) -> -problem.seconds(cell / modes, cell % modes)))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /** Fills empty loads. */
  void fill(double[] division, MachineLoads loads) {
    int[] whole = whole(division);
    for (int cell : longestFirst) {
      int[] machines = machinesOfType[problem.machineTypeOfMode(cell % problem.modes())];
      for (int i = 0; i < whole[cell]; i++) {
        loads.add(leastLoaded(machines, loads), cell);
      }
    }
  }

  int[] whole(double[] division) {
    int modes = problem.modes();
    int[] whole = new int[division.length];
    for (int type = 0; type < problem.taskTypes(); type++) {
      double[] remainders = new double[modes];
      int left = problem.tasksOf(type).length;
      for (int mode = 0; mode < modes; mode++) {
        int cell = type * modes + mode;
        whole[cell] = (int) Math.floor(division[cell] + 1e-9);
        remainders[mode] = division[cell] > 0 ? division[cell] - whole[cell] : -2;
        left -= whole[cell];
      }
      for (; left > 0; left--) {
        int most = largest(remainders);
        whole[type * modes + most]++;
        remainders[most]--;
      }
    }
    return whole;
  }

  private static int largest(double[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[largest]) {
        largest = i;
      }
    }
    return largest;
  }

  private static int leastLoaded(int[] machines, MachineLoads loads) {
    return Arrays.stream(machines)
        .boxed()
        .min(Comparator.comparingDouble(loads::load))
        .orElseThrow();
  }
}
