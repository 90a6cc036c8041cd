package org.espalier.core.pricing;

import java.util.Optional;
import org.espalier.core.allocation.EnergyStanding;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * What machine time and energy are worth where tasks earn utility: prices that follow what arrives.
 * The price of energy has to last a whole period, so it comes from samples of all arrivals; prices
 * of time follow the load, so they come from the latest arrivals. Not safe for use by several
 * threads.
 */
final class UtilityPrices {
  /** A task is recent for so many mean execution times. */
  private static final double WINDOW = 5;

  private static final double FOLLOWED_PER_WINDOW = 50;
  private static final int STEPS = 10;
  private static final double ETA = 0.02;

  private final ArrivalSamples samples;
  private final EnergyFlow flow;
  private @Nullable HcSystem system;
  private TypeChoices[] choices = {};
  private DualPrices ofAll = new DualPrices(0);
  private DualPrices ofRecent = new DualPrices(0);
  private double window;
  private int solvedFor;

  /** Prices of which nothing is known yet. */
  UtilityPrices(long seed) {
    this(new ArrivalSamples(seed), new EnergyFlow());
  }

  private UtilityPrices(ArrivalSamples samples, EnergyFlow flow) {
    this.samples = samples;
    this.flow = flow;
  }

  /** An independent one with the same memory. */
  UtilityPrices copy() {
    UtilityPrices copy = new UtilityPrices(samples.copy(), flow.copy());
    copy.system = system;
    copy.choices = choices;
    copy.ofAll = ofAll.copy();
    copy.ofRecent = ofRecent.copy();
    copy.window = window;
    copy.solvedFor = solvedFor;
    return copy;
  }

  /** How long prices hold if nothing arrives, ticks. */
  double holdTime() {
    return window / FOLLOWED_PER_WINDOW;
  }

  /** The prices in force. */
  DualPrices prices() {
    return ofRecent;
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
    boolean isNew = samples.seen() >= 2 * solvedFor && solvedFor < ArrivalSamples.MOST;
    Optional<EnergyStanding> budget = session.energy();
    ofRecent.setPerJoule(0);
    if (budget.isPresent()) {
      isNew |= flow.isNew(budget.get());
      double flowing = flow.at(session.now(), budget.get());
      price(ofAll, samples.all(), new DualPrices.Supply(machines, flowing), isNew);
      ofRecent.setPerJoule(ofAll.perJoule());
    }
    price(ofRecent, samples.recent(window), DualPrices.Supply.ofTime(machines), isNew);
    solvedFor = isNew ? samples.seen() : solvedFor;
  }

  private void price(DualPrices prices, SampleSet set, DualPrices.Supply supply, boolean isNew) {
    if (isNew) {
      prices.solve(set, choices, supply);
    } else {
      prices.follow(set, choices, supply, STEPS, ETA);
    }
  }

  private void lookAt(HcSystem present, double halfInterval) {
    if (present.equals(system)) {
      return;
    }
    if (system == null) {
      ofAll = new DualPrices(present.machineTypes().size());
      ofRecent = new DualPrices(present.machineTypes().size());
    }
    system = present;
    choices = TypeChoices.of(present);
    window = WINDOW * present.pet().meanOverAll();
    samples.renew(task -> sample(task, halfInterval));
  }

  private Sample sample(Task task, double halfInterval) {
    return Sample.of(task, choices[task.type()], halfInterval);
  }
}
