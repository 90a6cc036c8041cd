package org.espalier.core.budget;

import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;

/**
 * What falls into the present period of the energy that tasks that have left took. Not safe for use
 * by several threads.
 */
public final class SpentInPeriod {
  private final EnergySettings settings;

  /** Index of the latest period that anything is known of. */
  private int period;

  private double joules;

  /** What was spent of its account before it began. */
  private double before;

  /** Nothing is spent. */
  public SpentInPeriod(EnergySettings settings) {
    this.settings = settings;
  }

  static double joules(HcSystem system, Departure task) {
    double ticks = task.time() - task.start();
    return system.taskJoules(task.task().type(), task.placement(), ticks);
  }

  /** What was spent before counts too. */
  public void goOnFrom(SpentEnergy spent) {
    if (!settings.periods().isEmpty()) {
      goTo(settings.indexAt(spent.since()));
      joules += spent.joules();
      before += spent.before();
    }
  }

  private void goTo(int index) {
    if (index > period) {
      before = before(index);
      period = index;
      joules = 0;
    }
  }

  /** A task left; its energy is shared between periods by time. */
  public void spend(HcSystem system, Departure departure) {
    if (departure.start() == Departure.NOT_STARTED || settings.periods().isEmpty()) {
      return;
    }
    double all = joules(system, departure);
    goTo(settings.indexAt(departure.time()));
    long start = departure.start();
    TimeSpan present = settings.period(period).span();
    joules += settings.tariff().cost(all, start, departure.time(), present);
    before += settings.costBefore(all, start, departure.time(), period);
  }

  /** What was spent in a period that is not over, in joules. */
  double joules(int index) {
    return index == period ? joules : 0;
  }

  /** What was spent of the account of a period before that began. */
  private double before(int index) {
    if (index == period || settings.calendar().isEmpty()) {
      return index == period ? before : 0;
    }
    boolean isSame = settings.account(index).equals(settings.account(period));
    return isSame ? before + joules : 0;
  }

  /**
   * A period with its share of what is left. A later one has the same share as the present one, if
   * it is of the same account.
   *
   * @param runningBefore what running tasks took of the account before the present period
   */
  EnergyPeriod period(int index, int present, double runningBefore) {
    EnergyPeriod its = settings.period(index);
    EnergyPeriod account = settings.account(index);
    boolean isShared = settings.calendar().isPresent() && its.budgetJoules().isPresent();
    if (!isShared || (index > present && !account.equals(settings.account(present)))) {
      return its;
    }
    OptionalDouble share = settings.period(present, before(present) + runningBefore).budgetJoules();
    return new EnergyPeriod(its.start(), its.end(), share);
  }

  /** How a budget stands. */
  EnergyStanding standing(int index, double runningBefore, double pending) {
    EnergyPeriod present = period(index, index, runningBefore);
    EnergyPeriod account = settings.account(index);
    return new EnergyStanding(
        present.start(),
        present.end(),
        present.budgetJoules().orElseThrow(),
        joules(index),
        pending,
        new EnergyStanding.Account(
            account.start(),
            account.end(),
            account.budgetJoules().orElseThrow(),
            before(index),
            settings.tariff().unit().text(),
            settings.tariff().perJoule()));
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
        : Optional.of(standing(index, 0, 0));
  }
}
