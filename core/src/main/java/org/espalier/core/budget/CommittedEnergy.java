package org.espalier.core.budget;

import java.util.HashMap;
import java.util.Map;

/**
 * What falls into the present period and into each later one of the energy of tasks that have
 * started or are pending. Not safe for use by several threads.
 */
final class CommittedEnergy {
  private final EnergySettings settings;
  private final int index;
  private final EnergyPeriod present;
  private double joules;
  private double before;

  /** By index of a later period. */
  private final Map<Integer, Double> later = new HashMap<>();

  /**
   * What is committed at first.
   *
   * @param index of the present period
   * @param spentJoules what was spent in it
   */
  CommittedEnergy(EnergySettings settings, int index, double spentJoules) {
    this.settings = settings;
    this.index = index;
    this.present = settings.period(index);
    this.joules = spentJoules;
  }

  /** A task takes so much energy from one time to another. */
  void add(long start, long end, double energy) {
    joules += settings.tariff().cost(energy, start, end, present.span());
    before += settings.costBefore(energy, start, end, index);
    if (end > present.end()) {
      for (int i = index + 1; settings.period(i).start() < end; i++) {
        later.merge(i, cost(energy, start, end, i), Double::sum);
      }
    }
  }

  private double cost(double energy, long start, long end, int period) {
    return settings.tariff().cost(energy, start, end, settings.period(period).span());
  }

  /** What running tasks took of the account of the present period before that began. */
  double beforeJoules() {
    return before;
  }

  /** What is committed in a period that is not over, in joules. */
  double joules(int period) {
    return period == index ? joules : later.getOrDefault(period, 0.0);
  }

  /** Forgets all that was added and spent. */
  void clear() {
    joules = 0;
    later.clear();
  }
}
