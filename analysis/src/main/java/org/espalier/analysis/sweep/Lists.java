package org.espalier.analysis.sweep;

import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;

/**
 * The lists by density of a weight.
 *
 * @param best that of the most utility less weighted energy
 * @param archive all that are not dominated
 */
record Lists(Draft best, ParetoArchive<Draft> archive) {
  /**
   * Lists where a task elsewhere is worth some share of what it is worth by the prices.
   *
   * @param shares at least one; the rest is what it is worth without prices
   * @param stop asked after each list
   */
  static Lists of(TaskTable table, WeightedTasks line, double[] shares, BooleanSupplier stop) {
    ParetoArchive<Draft> archive = new ParetoArchive<>();
    Draft best = new Draft(table.tasks, table.machines);
    double most = Double.NEGATIVE_INFINITY;
    for (double share : shares) {
      Draft draft = DensityList.schedule(table, line.lambda(), valuesElsewhere(table, line, share));
      Annealing outcome = new Annealing(table, new SplittableRandom(0), draft);
      outcome.weigh(line.lambda());
      archive.add(new Losses(-outcome.utility(), outcome.joules()), draft);
      if (outcome.value() > most) {
        most = outcome.value();
        best = draft;
      }
      if (stop.getAsBoolean()) {
        break;
      }
    }
    return new Lists(best, archive);
  }

  private static double[] valuesElsewhere(TaskTable table, WeightedTasks line, double share) {
    double[] values = table.valuesElsewhere(line.lambda());
    for (int task = 0; task < values.length; task++) {
      values[task] += share * (line.values()[task] - values[task]);
    }
    return values;
  }
}
