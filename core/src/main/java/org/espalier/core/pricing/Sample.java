package org.espalier.core.pricing;

import org.espalier.core.model.Task;

/**
 * A task that has arrived, as one of those from which prices are found.
 *
 * @param utilities what it would earn by each of its {@link TypeChoices}, from its arrival on
 * @param perTick the most it would earn for a tick of a machine
 * @param perJoule the most it would earn for a joule
 */
record Sample(Task task, double[] utilities, double perTick, double perJoule) {
  /**
   * That of a task which has to wait for half a mapping interval and, where a machine type has few
   * machines, for one of them: T / (2 n).
   *
   * @param machines number of machines by type
   * @param halfInterval ticks
   */
  static Sample of(Task task, TypeChoices choices, int[] machines, double halfInterval) {
    double[] utilities = new double[choices.size()];
    double perTick = 0;
    double perJoule = 0;
    for (int c = 0; c < utilities.length; c++) {
      double ticks = choices.ticks(c);
      double wait = ticks / (2 * Math.max(1, machines[choices.machineType(c)]));
      utilities[c] = choices.utility(task, c, task.arrival() + halfInterval + wait);
      perTick = Math.max(perTick, utilities[c] / Math.max(1, ticks));
      double joules = choices.joules(c);
      perJoule = Math.max(perJoule, joules > 0 ? utilities[c] / joules : 0);
    }
    return new Sample(task, utilities, perTick, perJoule);
  }

  int type() {
    return task.type();
  }
}
