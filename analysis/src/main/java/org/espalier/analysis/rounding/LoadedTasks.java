package org.espalier.analysis.rounding;

import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/** Which tasks machines run that know how many of each type they do. */
record LoadedTasks(StaticProblem problem) {
  /** Machine by machine, the next tasks of each type. */
  Allocation any(MachineLoads loads) {
    int[] next = new int[problem.taskTypes()];
    int[] placements = new int[problem.tasks()];
    for (int machine = 0; machine < loads.machines(); machine++) {
      for (int i = 0; i < loads.presentSize(machine); i++) {
        int cell = loads.present(machine)[i];
        int type = cell / loads.modes();
        for (int count = loads.count(machine, cell); count > 0; count--) {
          placements[problem.tasksOf(type)[next[type]++]] = placement(machine, cell);
        }
      }
    }
    return Allocation.inOrderOfArrival(placements);
  }

  /** Task by task as they arrive, to the machine that could start it first. */
  Allocation byArrival(MachineLoads loads) {
    int[] placements = new int[problem.tasks()];
    int[][] left = new int[loads.machines()][loads.seconds().length];
    for (int machine = 0; machine < left.length; machine++) {
      for (int i = 0; i < loads.presentSize(machine); i++) {
        int cell = loads.present(machine)[i];
        left[machine][cell] = loads.count(machine, cell);
      }
    }
    double[] finishes = new double[left.length];
    for (int task = 0; task < placements.length; task++) {
      place(task, loads, left, finishes, placements);
    }
    return Allocation.inOrderOfArrival(placements);
  }

  private void place(
      int task, MachineLoads loads, int[][] left, double[] finishes, int[] placements) {
    int first = problem.type(task) * loads.modes();
    int bestMachine = -1;
    int bestCell = -1;
    for (int machine = 0; machine < left.length; machine++) {
      for (int cell = first; cell < first + loads.modes(); cell++) {
        boolean has = left[machine][cell] > 0;
        if (has && (bestMachine < 0 || finishes[machine] < finishes[bestMachine])) {
          bestMachine = machine;
          bestCell = cell;
        }
      }
    }
    left[bestMachine][bestCell]--;
    double start = Math.max(finishes[bestMachine], problem.arrival(task));
    finishes[bestMachine] = start + loads.seconds()[bestCell];
    placements[task] = placement(bestMachine, bestCell);
  }

  private int placement(int machine, int cell) {
    int firstMode = problem.firstMode(problem.machineTypeOf(machine));
    return problem.firstPlacement(machine) + cell % problem.modes() - firstMode;
  }
}
