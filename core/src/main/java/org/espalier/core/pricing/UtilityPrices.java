package org.espalier.core.pricing;

import java.util.Optional;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * What machine time and energy are worth where tasks earn utility. Prices follow what arrives, as
 * if all that is left of a period were like what came lately. With a forecast prices are {@link
 * HourlyPrices} wherever that tells enough. Not safe for use by several threads.
 */
final class UtilityPrices {
  /** A task is recent for so many mean execution times. */
  private static final double WINDOW = 5;

  private static final double FOLLOWED_PER_WINDOW = 50;
  private static final int STEPS = 10;
  private static final double ETA = 0.02;

  private final ArrivalSamples samples = new ArrivalSamples();
  private final EnergyFlow flow = new EnergyFlow();
  private final HourlyPrices hourly;
  private @Nullable HcSystem system;
  private TypeChoices[] choices = {};
  private DualPrices ofSamples = new DualPrices(0);
  private DualPrices inForce = ofSamples;
  private double window;
  private int solvedFor;

  /** The prices before the first task has arrived: those of the forecast. */
  UtilityPrices(Forecast forecast) {
    hourly = new HourlyPrices(forecast);
  }

  /** How long prices hold if nothing arrives, ticks. */
  double holdTime() {
    return window / FOLLOWED_PER_WINDOW;
  }

  /** The prices in force. */
  DualPrices prices() {
    return inForce;
  }

  /** What the tasks of a type may choose. */
  TypeChoices choices(int taskType) {
    return choices[taskType];
  }

  /**
   * Brings the prices to the present.
   *
   * @param machines number of machines that take tasks, by type
   */
  void update(MappingSession session, int... machines) {
    double half = session.event().rules().trigger().period() / 2.0;
    lookAt(session.system(), half);
    samples.observe(session.event(), window, task -> sample(task, half));
    Optional<EnergyStanding> budget = session.energy();
    inForce =
        hourly.isKnown(session.now(), budget)
            ? byForecast(session.now(), budget, half, machines)
            : bySamples(session.now(), budget, machines);
  }

  private DualPrices bySamples(long now, Optional<EnergyStanding> budget, int... machines) {
    boolean isNew = samples.seen() >= 2 * solvedFor && solvedFor < ArrivalSamples.MOST;
    DualPrices.Supply supply = DualPrices.Supply.ofTime(machines);
    if (budget.isPresent()) {
      isNew |= flow.isNew(budget.get());
      supply = new DualPrices.Supply(machines, flow.at(now, budget.get()));
    } else {
      ofSamples.setPerJoule(0);
    }
    SampleSet latest = samples.latest(window);
    if (isNew) {
      ofSamples.solve(latest, choices, supply);
      solvedFor = samples.seen();
    } else {
      ofSamples.follow(latest, choices, supply, STEPS, ETA);
    }
    return ofSamples;
  }

  private DualPrices byForecast(
      long now, Optional<EnergyStanding> budget, double halfInterval, int... machines) {
    HourlyPrices.Market market = new HourlyPrices.Market(choices, halfInterval, machines);
    if (budget.isEmpty()) {
      return hourly.at(now, market);
    }
    boolean isNew = flow.isNew(budget.get());
    long end = budget.get().end();
    double joules = flow.at(now, budget.get()) * (end - now);
    DualPrices prices = hourly.at(now, end, joules, market, isNew);
    flow.plan(hourly.planned());
    return prices;
  }

  private void lookAt(HcSystem present, double halfInterval) {
    if (present.equals(system)) {
      return;
    }
    if (system == null) {
      ofSamples = new DualPrices(present.machineTypes().size());
    }
    system = present;
    choices = TypeChoices.of(present);
    window = WINDOW * present.pet().meanOverAll();
    samples.renew(task -> sample(task, halfInterval));
    hourly.renew();
  }

  private Sample sample(Task task, double halfInterval) {
    return Sample.of(task, choices[task.type()], halfInterval);
  }
}
