package org.espalier.core.budget;

import java.util.Optional;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.HcSystem;

/**
 * What falls into the present period of the energy that tasks that have left took. Not safe for use
 * by several threads.
 */
public final class SpentInPeriod {
  private final EnergySettings settings;

  /** Index of the latest period that anything is known of. */
  private int period;

  private double joules;

  /** Nothing is spent. */
  public SpentInPeriod(EnergySettings settings) {
    this.settings = settings;
  }

  /** What was spent before counts too. */
  public void goOnFrom(SpentEnergy spent) {
    if (!settings.periods().isEmpty()) {
      goTo(settings.indexAt(spent.since()));
      joules += spent.joules();
    }
  }

  private void goTo(int index) {
    if (index > period) {
      period = index;
      joules = 0;
    }
  }

  /** A task left; its energy is shared between periods by time. */
  public void spend(HcSystem system, Departure departure) {
    if (departure.start() == Departure.NOT_STARTED || settings.periods().isEmpty()) {
      return;
    }
    double ticks = departure.time() - departure.start();
    double all = system.taskJoules(departure.task().type(), departure.placement(), ticks);
    goTo(settings.indexAt(departure.time()));
    joules += all * settings.period(period).share(departure.start(), departure.time());
  }

  /** What was spent in a period that is not over, in joules. */
  double joules(int index) {
    return index == period ? joules : 0;
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
