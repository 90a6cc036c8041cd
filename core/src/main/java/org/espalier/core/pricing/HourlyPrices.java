package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.energy.EnergyStanding;
import org.jspecify.annotations.Nullable;

/**
 * Prices of machine time by the hour and one price of energy, from a forecast. They are found as
 * {@link DualPrices}, by a program for the rest of an energy period. The machine time of each hour
 * is for the tasks of that hour; the energy that is left is for all of them. So a price of time
 * knows how busy its hour is, and energy lasts through hours that are yet to come.
 *
 * <p>All tasks of the forecast are samples: prices that are fitted to few tasks come out too low.
 * They are found from scratch when a period begins, and then follow by one small step at each
 * mapping event. Where energy is not scarce each hour stands by itself, and only the present one is
 * looked at. Not safe for use by several threads.
 */
final class HourlyPrices {
  private static final int STEPS_FROM_SCRATCH = 200;
  private static final double ETA = 0.02;

  private final Forecast forecast;
  private final @Nullable SampleSet[] sets;
  private final @Nullable DualPrices[] prices;
  private boolean isLimited;
  private double perJoule;
  private double leastPerJoule;
  private double planned;

  /** Prices of which nothing is known yet. */
  HourlyPrices(Forecast forecast) {
    this.forecast = forecast;
    this.sets = new SampleSet[forecast.hours().size()];
    this.prices = new DualPrices[sets.length];
  }

  /** Whether it can tell prices of now, and how to bring energy through its period. */
  boolean isKnown(long now, Optional<EnergyStanding> budget) {
    return forecast.knows(now, budget.map(EnergyStanding::end).orElse(now + 1));
  }

  /** Makes all samples anew, as where times have become others. */
  void renew() {
    Arrays.fill(sets, null);
  }

  /** The energy that the present hour is expected to take, joules a tick. */
  double planned() {
    return planned;
  }

  /** Prices now where energy is not scarce. */
  DualPrices at(long now, Market market) {
    int hour = forecast.at(now);
    boolean isNew = isLimited || prices[hour] == null;
    isLimited = false;
    perJoule = 0;
    double[] present = new double[sets.length];
    present[hour] = 1;
    return follow(new Steps(market, present, hour, Double.POSITIVE_INFINITY), isNew);
  }

  /**
   * Prices now within a budget of energy.
   *
   * @param joules what may be taken until the end of the period
   * @param isNew whether the period has just begun
   */
  DualPrices at(long now, long end, double joules, Market market, boolean isNew) {
    boolean isFirst = isNew || !isLimited;
    isLimited = true;
    return follow(new Steps(market, forecast.spans(now, end), forecast.at(now), joules), isFirst);
  }

  /**
   * Who would take what.
   *
   * @param choices by task type
   * @param halfInterval half a mapping interval, ticks
   * @param machines number of machines that take tasks, by type
   */
  record Market(TypeChoices[] choices, double halfInterval, int[] machines) {}

  /**
   * What steps look at.
   *
   * @param spans ticks to come of each hour; 0 for those that do not matter
   * @param present index of the present hour
   */
  private record Steps(Market market, double[] spans, int present, double joules) {
    int[] hours() {
      return IntStream.range(0, spans.length).filter(h -> spans[h] > 0).toArray();
    }
  }

  private DualPrices follow(Steps steps, boolean isNew) {
    if (isNew) {
      begin(steps);
      for (int step = 0; step < STEPS_FROM_SCRATCH; step++) {
        step(steps, DualPrices.etaFromScratch(step, STEPS_FROM_SCRATCH));
      }
    } else {
      step(steps, ETA);
    }
    return prices(steps.present(), steps.market());
  }

  private void begin(Steps steps) {
    double most = 0;
    int tasks = 0;
    for (int h : steps.hours()) {
      SampleSet set = set(h, steps.market());
      prices(h, steps.market()).begin(set);
      most += set.perJoule() * set.samples().length;
      tasks += set.samples().length;
    }
    if (isLimited && tasks > 0) {
      perJoule = Math.max(perJoule, most / tasks / 2);
      leastPerJoule = DualPrices.LEAST * most / tasks;
    }
  }

  private void step(Steps steps, double eta) {
    double joules = 0;
    for (int h : steps.hours()) {
      DualPrices ofHour = prices(h, steps.market());
      ofHour.setPerJoule(perJoule);
      DualPrices.Use use =
          ofHour.use(set(h, steps.market()), steps.market().choices(), steps.market().machines());
      ofHour.move(use, steps.market().machines(), eta);
      joules += steps.spans()[h] * use.joulesPerTick();
      planned = h == steps.present() ? use.joulesPerTick() : planned;
    }
    if (isLimited) {
      double over = DualPrices.excess(joules, steps.joules());
      perJoule = Math.max(leastPerJoule, perJoule * Math.exp(eta * over));
    }
    prices(steps.present(), steps.market()).setPerJoule(perJoule);
  }

  private DualPrices prices(int hour, Market market) {
    DualPrices known = prices[hour];
    if (known == null) {
      known = new DualPrices(market.machines().length);
      known.begin(set(hour, market));
      prices[hour] = known;
    }
    return known;
  }

  private SampleSet set(int hour, Market market) {
    SampleSet known = sets[hour];
    if (known == null) {
      Forecast.Hour of = forecast.hours().get(hour);
      Sample[] samples =
          of.tasks().stream()
              .map(task -> Sample.of(task, market.choices()[task.type()], market.halfInterval()))
              .toArray(Sample[]::new);
      known = new SampleSet(samples, (double) samples.length / of.known());
      sets[hour] = known;
    }
    return known;
  }
}
