package org.espalier.core.pricing;

import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/**
 * A task that has arrived, as one of those from which prices are found. If it rises it counts with
 * the most that is {@linkplain Task#falling still to be had}.
 *
 * @param utilities what it would earn by each of its {@link TypeChoices}, from its arrival on
 * @param successes the share of its worth that it would have on time, by each of them
 * @param perTick the most it would earn for a tick of a machine
 * @param perJoule the most it would earn for a joule
 */
record Sample(Task task, double[] utilities, double[] successes, double perTick, double perJoule) {
  /**
   * The sample of a task which has to wait for half a mapping interval and for a machine.
   *
   * @param halfInterval ticks
   */
  static Sample of(Task arrived, TypeChoices choices, double halfInterval) {
    Task task = arrived.falling();
    double[] utilities = new double[choices.all().size()];
    double[] successes = new double[choices.all().size()];
    double perTick = 0;
    double perJoule = 0;
    for (int c = 0; c < utilities.length; c++) {
      TypeChoices.Choice choice = choices.all().get(c);
      double start = task.arrival() + halfInterval + choice.waits();
      utilities[c] = choice.utility(task, start, TimeSpan.NEVER);
      successes[c] = choice.success(task, start, TimeSpan.NEVER);
      perTick = Math.max(perTick, utilities[c] / Math.max(1, choice.ticks()));
      double joules = choice.joules();
      perJoule = Math.max(perJoule, joules > 0 ? utilities[c] / joules : 0);
    }
    return new Sample(task, utilities, successes, perTick, perJoule);
  }
}
