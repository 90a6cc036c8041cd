package org.espalier.core.pricing;

import org.espalier.core.energy.EnergyStanding;

/**
 * How much energy may be used in a tick, so that the budget of a period lasts. It is the energy
 * that is left over the time that is left, times what was planned so far over what was spent. This
 * factor mends what the fluid program gets wrong about what tasks come to take. What was planned is
 * this flow, unless {@link #plan} says otherwise. A twenty-fourth of the budget counts in both as
 * planned and spent before.
 */
final class EnergyFlow {
  private static final double PRIOR = 1.0 / 24;
  private static final double MOST = 2;

  private long period = Long.MIN_VALUE;
  private long last;
  private double atFirst;
  private double planned;
  private double joulesPerTick;

  /** Whether nothing was asked in the period before. */
  boolean isNew(EnergyStanding standing) {
    return standing.start() != period;
  }

  /** Tells what is planned to be used from now on, where that is not the flow itself. */
  void plan(double joulesATick) {
    joulesPerTick = joulesATick;
  }

  /** Joules a tick from now on. */
  double at(long now, EnergyStanding standing) {
    double committed = standing.spentJoules() + standing.pendingJoules();
    if (isNew(standing)) {
      period = standing.start();
      atFirst = committed;
      planned = 0;
    } else {
      planned += joulesPerTick * (now - last);
    }
    double prior = PRIOR * standing.budgetJoules();
    double ratio = (planned + prior) / (Math.max(0, committed - atFirst) + prior);
    double left = Math.max(0, standing.remainingJoules());
    last = now;
    joulesPerTick = left / (standing.end() - now) * Math.clamp(ratio, 1 / MOST, MOST);
    return joulesPerTick;
  }
}
