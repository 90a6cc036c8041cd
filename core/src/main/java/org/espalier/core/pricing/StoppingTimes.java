package org.espalier.core.pricing;

import java.util.function.DoubleBinaryOperator;
import org.espalier.core.pmf.Pmf;

/**
 * When a running task is best stopped, where running tasks may be stopped. That is when its chance
 * of success has begun to grow too slowly for the machine time that it takes. With long tails that
 * is long before its deadline.
 */
final class StoppingTimes {
  private final Pmf executionTime;
  private final Pace pace;

  /** By time of the distribution: the most that it is worth to stop then or before. */
  private final double[] most;

  /**
   * When a task is best stopped.
   *
   * @param executionTime given that it has not ended yet
   * @param had how long it has had its machine, ticks
   * @param worth what a chance is worth for an expected time, ticks
   */
  StoppingTimes(Pmf executionTime, double had, Pace pace, DoubleBinaryOperator worth) {
    this.executionTime = executionTime;
    this.pace = pace;
    this.most = new double[executionTime.size()];
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < most.length; i++) {
      if (executionTime.mass(i) > 0) {
        long time = executionTime.time(i);
        double taken = pace.factor() * (time - executionTime.shortfall(time)) - had;
        double chance = executionTime.completes() * executionTime.cumulative(time);
        best = Math.max(best, worth.applyAsDouble(chance, Math.max(0, taken)));
      }
      most[i] = best;
    }
  }

  /**
   * The most that it is worth to let the task go on for a while.
   *
   * @param length the time from its start to its deadline, ticks
   * @return negative infinity if it cannot be on time
   */
  double within(double length) {
    double latest = (length / pace.factor() - executionTime.origin()) / executionTime.step();
    return latest < 0 ? Double.NEGATIVE_INFINITY : most[(int) Math.min(latest, most.length - 1)];
  }
}
