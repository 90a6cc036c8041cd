package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.jspecify.annotations.Nullable;

/**
 * Measures that weigh utility against energy (DISSERTATION 3.3.2, expressions 3 to 5): (1 - weight)
 * x what is earned - weight x EEC / the highest EEC there is, where what is earned is the utility
 * by the highest there is, or that by time or by energy, each by the least there is. The measures
 * of one are for one policy; not safe for use by several threads.
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
    if (!(weight >= 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "utility-energy weighting factor is %s; expected [0, 1]".formatted(weight));
    }
    if (!(maxUtility > 0) || Double.isInfinite(maxUtility)) {
      throw new IllegalArgumentException(
          "the highest utility is %s; expected a positive number".formatted(maxUtility));
    }
    this.weight = weight;
    this.maxUtility = maxUtility;
  }

  /** Expression 3. */
  public PairMeasure weightedUtility() {
    return PairMeasure.falling("weighted utility", this::weightedUtility);
  }

  private double weightedUtility(MappingSession session, Candidate candidate, int placement) {
    EecMatrix eec = eec(session.system());
    double energy = session.expectedEnergy(candidate, placement);
    return weighted(eec, session.expectedUtility(candidate, placement), energy);
  }

  /** Expression 4. */
  public PairMeasure weightedUtilityPerTime() {
    return PairMeasure.falling("weighted utility per time", this::weightedUtilityPerTime);
  }

  private double weightedUtilityPerTime(
      MappingSession session, Candidate candidate, int placement) {
    EecMatrix eec = eec(session.system());
    double energy = session.expectedEnergy(candidate, placement);
    double time = ratio(session.meanExecutionTime(candidate, placement), eec.minTicks());
    return weighted(eec, session.expectedUtility(candidate, placement) / time, energy);
  }

  /** Expression 5. */
  public PairMeasure weightedUtilityPerEnergy() {
    return PairMeasure.falling("weighted utility per energy", this::weightedUtilityPerEnergy);
  }

  private double weightedUtilityPerEnergy(
      MappingSession session, Candidate candidate, int placement) {
    EecMatrix eec = eec(session.system());
    double energy = session.expectedEnergy(candidate, placement);
    double utility = session.expectedUtility(candidate, placement);
    return weighted(eec, utility / ratio(energy, eec.minJoules()), energy);
  }

  private double weighted(EecMatrix eec, double earned, double energy) {
    double normalised = energy == 0 ? 0 : energy / eec.maxJoules();
    return (1 - weight) * (earned / maxUtility) - weight * normalised;
  }

  /** A number by the least there is; the least is 1 even if it is 0. */
  private static double ratio(double number, double least) {
    return number == least ? 1 : number / least;
  }

  private EecMatrix eec(HcSystem system) {
    EecMatrix eec = known;
    if (eec == null || !eec.system().equals(system)) {
      eec = new EecMatrix(system);
      known = eec;
    }
    return eec;
  }
}
