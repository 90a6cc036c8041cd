package org.espalier.analysis.sweep;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.bound.PriceBound;

/**
 * A weight of energy, and what each task is worth by the prices that go with it.
 *
 * @param lambda utility per joule
 * @param values by task; not to be changed
 */
record WeightedTasks(double lambda, double[] values) {
  /**
   * The weights of the lines of a bound, and more weights between them at constant ratios. At a
   * weight between two lines, a task is worth what lies on the straight line between its two
   * worths.
   *
   * @param lines by ascending weight
   * @param count how many are wanted; there may be some more
   */
  static List<WeightedTasks> between(List<PriceBound> lines, int count) {
    int parts = Math.max(1, Math.ceilDiv(count, lines.size()));
    List<WeightedTasks> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      PriceBound low = lines.get(i);
      all.add(new WeightedTasks(low.lambda(), low.taskValues()));
      for (int part = 1; part < parts && i + 1 < lines.size() && low.lambda() > 0; part++) {
        all.add(between(low, lines.get(i + 1), part / (double) parts));
      }
    }
    return all;
  }

  private static WeightedTasks between(PriceBound low, PriceBound high, double place) {
    double lambda = low.lambda() * Math.pow(high.lambda() / low.lambda(), place);
    double share = (lambda - low.lambda()) / (high.lambda() - low.lambda());
    double[] values = low.taskValues().clone();
    for (int task = 0; task < values.length; task++) {
      values[task] += share * (high.taskValues()[task] - values[task]);
    }
    return new WeightedTasks(lambda, values);
  }
}
