package org.espalier.core.budget;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.EnergyStanding;
import org.espalier.core.allocation.SpentEnergy;
import org.espalier.core.model.HcSystem;

/**
 * The energy that tasks that have left took, by the periods that it falls into. Not safe for use by
 * several threads.
 */
public final class SpentByPeriod {
  private final EnergySettings settings;

  /** By index of the period, in joules. */
  private final Map<Integer, Double> joules = new HashMap<>();

  /** Nothing is spent. */
  public SpentByPeriod(EnergySettings settings) {
    this.settings = settings;
  }

  SpentByPeriod copy() {
    SpentByPeriod copy = new SpentByPeriod(settings);
    copy.joules.putAll(joules);
    return copy;
  }

  /** What was spent before counts too. */
  public void goOnFrom(SpentEnergy spent) {
    if (!settings.periods().isEmpty()) {
      joules.merge(settings.indexAt(spent.since()), spent.joules(), Double::sum);
    }
  }

  /** A task left; what it took is shared between periods by time. */
  public void spend(HcSystem system, Departure departure) {
    if (departure.start() == Departure.NOT_STARTED || settings.periods().isEmpty()) {
      return;
    }
    double ticks = departure.time() - departure.start();
    double all =
        ticks
            * system.tickSeconds()
            * system.activeWatts(departure.task().type(), departure.placement());
    for (int i = settings.indexAt(departure.start());
        settings.period(i).start() <= departure.time();
        i++) {
      double share = settings.period(i).share(departure.start(), departure.time());
      joules.merge(i, all * share, Double::sum);
    }
  }

  /** What was spent in a period, in joules. */
  double joules(int period) {
    return joules.getOrDefault(period, 0.0);
  }

  /** Forgets periods before one. */
  void forgetBefore(int period) {
    joules.keySet().removeIf(index -> index < period);
  }

  /** How the budget stands at a time, without what is running; empty if there is none then. */
  public Optional<EnergyStanding> standing(long now) {
    if (settings.periods().isEmpty()) {
      return Optional.empty();
    }
    int index = settings.indexAt(now);
    EnergyPeriod period = settings.period(index);
    return now < period.start() || period.budgetJoules().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EnergyStanding(
                period.start(),
                period.end(),
                period.budgetJoules().getAsDouble(),
                joules(index),
                0));
  }
}
