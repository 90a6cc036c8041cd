package org.espalier.workload.pet;

import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.espalier.core.pmf.Pmf;

/**
 * Distributions put on a lattice so that their mean stays: what lies between two points goes to
 * both, the more to the nearer one.
 *
 * <p><b>Inside.</b> For a continuous distribution with cumulative function F, let G(t) be the
 * integral of F from 0 to t. The mass that goes to point k is the integral of the density against
 * the hat over k - 1, k and k + 1, which is the second difference of G at k, divided by the step.
 * And G(t) = t F(t) - (the part of the mean below t), so that nothing is integrated numerically.
 */
final class OnLattice {
  /** Mass of an endless tail that is cut off. */
  private static final double TAIL = 1e-6;

  /** Masses below it are what rounding leaves of zero. */
  private static final double NOTHING = 1e-12;

  private OnLattice() {}

  /** All mass at one time. */
  static Pmf point(double time, long step) {
    return scaled(Pmf.at(step, step), time / step);
  }

  /** The same distribution on the greatest doubling of its step that has all its times. */
  static Pmf coarsest(Pmf pmf) {
    Impulses impulses = new Impulses(0);
    for (int k = 0; k < pmf.size(); k++) {
      if (pmf.mass(k) > 0) {
        impulses.add(pmf.time(k), pmf.mass(k));
      }
    }
    return impulses.pmf(LatticeStep.doubled(pmf.step(), impulses.divisor(0)));
  }

  /** A step on which a time above 0 does not become 0, or a tick. */
  static long stepFor(double shortest, long step) {
    long finer = step;
    while (finer > 1 && shortest < finer) {
      finer = finer(finer);
    }
    return finer;
  }

  /** Half a step, a fifth of one that has no half, or a tick. */
  static long finer(long step) {
    return step % 2 == 0 ? step / 2 : step % 5 == 0 ? step / 5 : 1;
  }

  /** All times multiplied by a factor; on a finer step if they would be shorter than one. */
  static Pmf scaled(Pmf pmf, double factor) {
    if (factor == 1) {
      return pmf;
    }
    OptionalLong shortest = pmf.earliestAboveZero();
    double least = shortest.isPresent() ? shortest.getAsLong() * factor : Double.POSITIVE_INFINITY;
    long step = stepFor(least, pmf.step());
    int first = (int) (pmf.earliest() * factor / step);
    double[] masses = new double[(int) (pmf.latest() * factor / step) - first + 2];
    for (int k = 0; k < pmf.size(); k++) {
      double place = pmf.time(k) * factor / step - first;
      int below = (int) place;
      masses[below] += pmf.mass(k) * (below + 1 - place);
      masses[below + 1] += pmf.mass(k) * (place - below);
    }
    if (first == 0) {
      leaveZero(masses, pmf.earliest() == 0 ? pmf.mass(0) : 0);
    }
    return Pmf.normalised(first * step, step, masses);
  }

  /**
   * Moves what has come to 0 from times above it to the first point. What lies beyond moves towards
   * it by so little that the mean stays, if there is enough of it.
   *
   * @param zero the mass that was at 0
   */
  private static void leaveZero(double[] masses, double zero) {
    double moved = Math.max(0, masses[0] - zero);
    double beyond = 0;
    for (int k = 2; k < masses.length; k++) {
      beyond += masses[k];
    }
    masses[0] -= moved;
    masses[1] += moved;
    double part = beyond > 0 ? Math.min(1, moved / beyond) : 0;
    for (int k = 2; k < masses.length && part > 0; k++) {
      double nearer = part * masses[k];
      masses[k] -= nearer;
      masses[k - 1] += nearer;
    }
  }

  /** The uniform distribution from 0 to twice its mean. */
  static Pmf uniform(double mean, long step) {
    return continuous(
        t -> t < 2 * mean ? t * t / (4 * mean) : t - mean, Math.ceil(2 * mean / step), step);
  }

  /** The gamma distribution; the exponential one where the deviation is the mean. */
  static Pmf gamma(double mean, double deviation, long step) {
    double shape = mean * mean / (deviation * deviation);
    ContinuousDistribution times = GammaDistribution.of(shape, mean / shape);
    ContinuousDistribution weighted = GammaDistribution.of(shape + 1, mean / shape);
    double end = times.inverseSurvivalProbability(TAIL);
    return continuous(
        t -> t * times.cumulativeProbability(t) - mean * weighted.cumulativeProbability(t),
        Math.ceil(end / step),
        step);
  }

  /**
   * A continuous distribution of times from 0 on.
   *
   * @param integral G
   * @param last the last lattice point
   */
  private static Pmf continuous(DoubleUnaryOperator integral, double last, long step) {
    double[] masses = new double[Math.max(1, (int) last) + 1];
    double before = 0;
    double at = 0;
    for (int k = 0; k < masses.length; k++) {
      double after = integral.applyAsDouble((k + 1.0) * step);
      double mass = (after - 2 * at + before) / step;
      masses[k] = mass < NOTHING ? 0 : mass;
      before = at;
      at = after;
    }
    leaveZero(masses, 0);
    return Pmf.normalised(0, step, masses);
  }
}
