package org.espalier.core.pricing;

import org.espalier.core.model.Task;

/**
 * A task that has arrived, as one of those from which prices are found. If it rises it counts with
 * the most that is {@linkplain Task#falling still to be had}.
 *
 * @param utilities what it would earn by each of its {@link TypeChoices}, from its arrival on
 * @param perTick the most it would earn for a tick of a machine
 * @param perJoule the most it would earn for a joule
 */
record Sample(Task task, double[] utilities, double perTick, double perJoule) {
  /**
   * The sample of a task which has to wait for half a mapping interval and for a machine.
   *
   * @param halfInterval ticks
   */
  static Sample of(Task arrived, TypeChoices choices, double halfInterval) {
    Task task = arrived.falling();
    double[] utilities = new double[choices.size()];
    double perTick = 0;
    double perJoule = 0;
    for (int c = 0; c < utilities.length; c++) {
      double start = task.arrival() + halfInterval + choices.wait(c);
      utilities[c] = choices.utility(task, c, start);
      perTick = Math.max(perTick, utilities[c] / Math.max(1, choices.ticks(c)));
      double joules = choices.joules(c);
      perJoule = Math.max(perJoule, joules > 0 ? utilities[c] / joules : 0);
    }
    return new Sample(task, utilities, perTick, perJoule);
  }

  int type() {
    return task.type();
  }
}
