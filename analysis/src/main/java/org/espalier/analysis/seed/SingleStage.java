package org.espalier.analysis.seed;

import org.espalier.analysis.problem.Allocation;

/** Takes the tasks as they arrive, and for each its best placement. */
final class SingleStage {
  private SingleStage() {}

  static Allocation allocate(Choices choices) {
    int[] placements = new int[choices.problem().tasks()];
    for (int task = 0; task < placements.length; task++) {
      choices.find(task);
      placements[task] = choices.placement();
      choices.occupy(placements[task], choices.completion(task, placements[task]));
    }
    return Allocation.inOrderOfArrival(placements);
  }
}
