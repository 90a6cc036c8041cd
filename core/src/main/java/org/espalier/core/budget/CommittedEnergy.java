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
    joules += energy * present.share(start, end);
    if (end > present.end()) {
      for (int i = index + 1; settings.period(i).start() < end; i++) {
        later.merge(i, energy * settings.period(i).share(start, end), Double::sum);
      }
    }
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
