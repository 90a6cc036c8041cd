package org.espalier.core.heuristic;

import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.jspecify.annotations.Nullable;

/**
 * Measures that weigh utility against energy (DISSERTATION 3.3.2, expressions 3 to 5). Each is (1 -
 * weight) x what is earned - weight x EEC / the highest EEC there is. What is earned is the utility
 * over the highest there is; or the utility by time or by energy, each over the least there is. The
 * measures of one are for one policy; not safe for use by several threads.
 */
public final class UtilityEnergy {
  private final double weight;
  private final double maxUtility;
  private @Nullable EecMatrix known;

  /**
   * Measures of a weight.
   *
   * @param weight the U-E weighting factor, in [0, 1]: 0 minds utility only, 1 energy only
   * @param maxUtility what any task is worth at most, above 0
   */
  public UtilityEnergy(double weight, double maxUtility) {
    Arguments.share(weight, "utility-energy weighting factor");
    Arguments.positive(maxUtility, "the highest utility");
    this.weight = weight;
    this.maxUtility = maxUtility;
  }

  /** Expression 3. */
  public PairMeasure weightedUtility() {
    return measure("weighted utility", (eec, utility, time, joules) -> utility);
  }

  /** Expression 4. */
  public PairMeasure weightedUtilityPerTime() {
    return measure(
        "weighted utility per time",
        (eec, utility, time, joules) -> utility / ratio(time, eec.minTicks()));
  }

  /** Expression 5. */
  public PairMeasure weightedUtilityPerEnergy() {
    return measure(
        "weighted utility per energy",
        (eec, utility, time, joules) -> utility / ratio(joules, eec.minJoules()));
  }

  /** What is earned, from the utility, the mean execution time and the energy of a pair. */
  @FunctionalInterface
  private interface Earned {
    double of(EecMatrix eec, double utility, double ticks, double joules);
  }

  private PairMeasure measure(String name, Earned earned) {
    return PairMeasure.falling(
        name,
        (session, candidate, placement) ->
            weighted(
                eec(session.system()),
                earned,
                session.expectedUtility(candidate, placement),
                session.meanExecutionTime(candidate, placement),
                session.expectedEnergy(candidate, placement)),
        (system, task, pair) ->
            weighted(
                eec(system),
                earned,
                task.utility().of(task, pair.completion()),
                pair.execution(),
                pair.joules()));
  }

  private double weighted(
      EecMatrix eec, Earned earned, double utility, double ticks, double joules) {
    double normalised = joules == 0 ? 0 : joules / eec.maxJoules();
    double share = earned.of(eec, utility, ticks, joules) / maxUtility;
    return (1 - weight) * share - weight * normalised;
  }

  /** A number by the least there is; the least is 1 even if it is 0. */
  private static double ratio(double number, double least) {
    return number == least ? 1 : number / least;
  }

  private EecMatrix eec(HcSystem system) {
    EecMatrix eec = EecMatrix.of(system, known);
    known = eec;
    return eec;
  }
}
