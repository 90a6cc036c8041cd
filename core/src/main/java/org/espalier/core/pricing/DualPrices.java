package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.pricing.TypeChoices.Choice;

/**
 * Prices of machine time and of energy that follow what tasks would pay. They are the duals of a
 * fluid program, in which the tasks to come are shares of samples. Each share goes where it earns
 * most beyond what it costs, and no more time and energy is used than there is. The machine time of
 * each stretch of time to come, an hour say, is for the tasks of that stretch and has prices of its
 * own; energy is for all of them.
 *
 * <p>One step: each sample takes its choice of greatest utility less price of time x time less
 * price of energy x energy, if that is positive. The price of what is used too much rises, others
 * fall, by a factor exp(eta x excess), where excess is what is used beyond what there is, over
 * that. It is e at most. Steps are large at first and become smaller. No price falls so far that it
 * could not come back.
 *
 * <p>Excess counts in full. Where few kinds of tasks come all of a kind choose at once: were it
 * cut, time would be sold several times over, at too low a price.
 */
final class DualPrices {
  /** How far a step goes once prices have been found. */
  private static final double ETA = 0.02;

  /** No price falls below this share of the most that samples would pay in the mean. */
  private static final double LEAST = 0.001;

  private final double[][] perTick;
  private double perJoule;

  /** No prices yet. */
  DualPrices(int stretches, int machineTypes) {
    perTick = new double[stretches][machineTypes];
  }

  /**
   * What a choice costs.
   *
   * @param factor what a joule costs then, in joules at the mean price
   */
  double cost(int stretch, Choice choice, double factor) {
    return perTick[stretch][choice.machineType()] * choice.ticks()
        + perJoule * factor * choice.joules();
  }

  /**
   * Who would take what.
   *
   * @param choices by task type
   * @param machines number of machines that take tasks, by type
   * @param stretches those to come
   * @param joules energy for all of them; infinite where it is not scarce
   * @param perJoule what a joule costs at least
   * @param gain what a sample gains by its choices
   */
  record Market(
      TypeChoices[] choices,
      int[] machines,
      List<Stretch> stretches,
      double joules,
      double perJoule,
      Gain gain) {}

  /** What samples gain. */
  interface Gain {
    /** What a sample gains by a choice before it pays. */
    double of(Sample sample, int choice);
  }

  /**
   * A stretch of time to come.
   *
   * @param number which prices are its own
   * @param ticks how much of it is to come
   * @param factor what a joule costs in it, in joules at the mean price
   */
  record Stretch(int number, SampleSet set, double ticks, double factor) {}

  /** Finds the prices from scratch. */
  void find(Market market) {
    double most = 0;
    for (Stretch stretch : market.stretches()) {
      Arrays.fill(perTick[stretch.number()], stretch.set().perTick() / 2);
      most = Math.max(most, stretch.set().perJoule());
    }
    perJoule = Math.max(perJoule, most / 2);
    for (int step = 1; step * ETA < 1; step++) {
      step(market, 1.0 / step);
    }
  }

  /** Follows what has changed by a step. */
  void follow(Market market) {
    step(market, ETA);
  }

  private void step(Market market, double eta) {
    boolean isLimited = market.joules() != Double.POSITIVE_INFINITY;
    perJoule = isLimited ? perJoule : market.perJoule();
    double joules = 0;
    double least = market.perJoule();
    for (Stretch stretch : market.stretches()) {
      joules += stretch.ticks() * step(stretch, market, eta);
      least = Math.max(least, LEAST * stretch.set().perJoule());
    }
    perJoule = isLimited ? moved(perJoule, joules, market.joules(), eta, least) : market.perJoule();
  }

  /** Moves the prices of time of a stretch; joules a tick that its samples use. */
  private double step(Stretch stretch, Market market, double eta) {
    double[] use = new double[market.machines().length];
    double joules = 0;
    double[][] costs = new double[market.choices().length][];
    for (Sample sample : stretch.set().samples()) {
      int type = sample.task().type();
      costs[type] = costs[type] == null ? costs(stretch, market, type) : costs[type];
      int best = best(sample, market.gain(), costs[type]);
      if (best >= 0) {
        Choice choice = market.choices()[type].all().get(best);
        use[choice.machineType()] += choice.ticks();
        joules += choice.joules();
      }
    }
    double scale = stretch.set().rate() / Math.max(1, stretch.set().samples().length);
    double[] prices = perTick[stretch.number()];
    double least = LEAST * stretch.set().perTick();
    for (int j = 0; j < use.length; j++) {
      if (market.machines()[j] > 0) {
        prices[j] = moved(prices[j], scale * use[j], market.machines()[j], eta, least);
      }
    }
    return scale * joules * stretch.factor();
  }

  private static double moved(double price, double use, double supply, double eta, double least) {
    double step = supply > 0 ? Math.clamp(eta * (use / supply - 1), -1, 1) : eta;
    return Math.max(least, price * Math.exp(step));
  }

  /** By choice; infinite where no machine takes tasks. */
  private double[] costs(Stretch stretch, Market market, int type) {
    return market.choices()[type].all().stream()
        .mapToDouble(choice ->
            market.machines()[choice.machineType()] > 0
                ? cost(stretch.number(), choice, stretch.factor())
                : Double.POSITIVE_INFINITY)
        .toArray();
  }

  private static int best(Sample sample, Gain gain, double... costs) {
    int best = -1;
    double most = 0;
    for (int c = 0; c < costs.length; c++) {
      double worth = gain.of(sample, c) - costs[c];
      if (worth > most) {
        most = worth;
        best = c;
      }
    }
    return best;
  }
}
