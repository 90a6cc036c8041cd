package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * Prices of machine time and of energy that follow what tasks would pay. They are the duals of a
 * fluid program, in which the tasks to come are shares of samples. Each share goes where it earns
 * most beyond what it costs, and no more time and energy is used than there is.
 *
 * <p>One step: each sample takes its choice of greatest utility less price of time x time less
 * price of energy x energy, if that is positive. The price of what is used too much rises, others
 * fall, by at most a factor exp(eta). Prices follow what changes by few small steps, and are found
 * from scratch by many steps that become smaller. No price falls so far that it could not come
 * back.
 */
final class DualPrices {
  private static final int STEPS_FROM_SCRATCH = 400;
  private static final double FIRST_ETA = 0.3;
  private static final double ETA_FALL = 20;

  /** No price falls below this share of the most that samples would pay in the mean. */
  static final double LEAST = 0.001;

  private final double[] perTick;
  private double perJoule;
  private double leastPerTick;
  private double leastPerJoule;

  /** No prices yet. */
  DualPrices(int machineTypes) {
    perTick = new double[machineTypes];
  }

  /** The price of a tick on a machine type, in utility. */
  double perTick(int machineType) {
    return perTick[machineType];
  }

  /** The price of a joule, in utility. */
  double perJoule() {
    return perJoule;
  }

  /** Sets the price of a joule, to be kept by steps of {@link Supply#ofTime}. */
  void setPerJoule(double price) {
    perJoule = price;
  }

  /** What a choice costs. */
  double cost(TypeChoices choices, int choice) {
    return perTick[choices.machineType(choice)] * choices.ticks(choice)
        + perJoule * choices.joules(choice);
  }

  /**
   * What there is to use.
   *
   * @param machines number of machines that take tasks, by type
   * @param joulesPerTick energy; infinite where it is not scarce, and its price then stays
   */
  record Supply(int[] machines, double joulesPerTick) {
    /** Machine time at a price of energy that is given. */
    static Supply ofTime(int... machines) {
      return new Supply(machines, Double.POSITIVE_INFINITY);
    }

    boolean limitsEnergy() {
      return joulesPerTick != Double.POSITIVE_INFINITY;
    }
  }

  /** Finds the prices from scratch. */
  void solve(SampleSet set, TypeChoices[] choices, Supply supply) {
    begin(set);
    if (supply.limitsEnergy()) {
      perJoule = Math.max(perJoule, set.perJoule() / 2);
    }
    for (int step = 0; step < STEPS_FROM_SCRATCH; step++) {
      step(set, choices, supply, etaFromScratch(step, STEPS_FROM_SCRATCH));
    }
  }

  /** Prices of time that steps from scratch begin with: half of what samples would pay. */
  void begin(SampleSet set) {
    Arrays.fill(perTick, set.perTick() / 2);
    bound(set);
  }

  /** How far one of some steps from scratch may go. */
  static double etaFromScratch(int step, int steps) {
    return FIRST_ETA / (1 + ETA_FALL * step / steps);
  }

  /** Follows what has changed. */
  void follow(SampleSet set, TypeChoices[] choices, Supply supply, int steps, double eta) {
    bound(set);
    for (int step = 0; step < steps; step++) {
      step(set, choices, supply, eta);
    }
  }

  private void bound(SampleSet set) {
    if (set.samples().length > 0) {
      leastPerTick = LEAST * set.perTick();
      leastPerJoule = LEAST * set.perJoule();
    }
  }

  private void step(SampleSet set, TypeChoices[] choices, Supply supply, double eta) {
    Use use = use(set, choices, supply.machines());
    move(use, supply.machines(), eta);
    if (supply.limitsEnergy()) {
      double over = excess(use.joulesPerTick(), supply.joulesPerTick());
      perJoule = Math.max(leastPerJoule, perJoule * Math.exp(eta * over));
    }
  }

  /**
   * What samples use at some prices.
   *
   * @param machines by machine type, how many are busy
   */
  record Use(double[] machines, double joulesPerTick) {}

  /** What samples use at these prices, if so many machines of each type take tasks. */
  Use use(SampleSet set, TypeChoices[] choices, int... machines) {
    double[][] costs = new double[choices.length][];
    int[][] worthwhile = new int[choices.length][];
    double[] use = new double[perTick.length];
    double joules = 0;
    for (Sample sample : set.samples()) {
      TypeChoices of = choices[sample.type()];
      int type = sample.type();
      if (costs[type] == null) {
        costs[type] = costs(of, machines);
        worthwhile[type] = of.worthwhile(costs[type]);
      }
      int best = best(sample.utilities(), costs[type], worthwhile[type]);
      if (best >= 0) {
        use[of.machineType(best)] += of.ticks(best);
        joules += of.joules(best);
      }
    }
    double scale = set.samples().length == 0 ? 0 : set.rate() / set.samples().length;
    for (int j = 0; j < use.length; j++) {
      use[j] *= scale;
    }
    return new Use(use, scale * joules);
  }

  /** Moves the prices of time. */
  void move(Use use, int[] machines, double eta) {
    for (int j = 0; j < machines.length; j++) {
      if (machines[j] > 0) {
        double moved = perTick[j] * Math.exp(eta * excess(use.machines()[j], machines[j]));
        perTick[j] = Math.max(leastPerTick, moved);
      }
    }
  }

  /** By which share more is used than there is, from -1 to 1. */
  static double excess(double use, double supply) {
    return supply > 0 ? Math.clamp(use / supply - 1, -1, 1) : 1;
  }

  /** By choice; infinite where no machine takes tasks. */
  private double[] costs(TypeChoices choices, int... machines) {
    double[] costs = new double[choices.size()];
    for (int c = 0; c < costs.length; c++) {
      boolean isOpen = machines[choices.machineType(c)] > 0;
      costs[c] = isOpen ? cost(choices, c) : Double.POSITIVE_INFINITY;
    }
    return costs;
  }

  private static int best(double[] utilities, double[] costs, int... choices) {
    int best = -1;
    double most = 0;
    for (int c : choices) {
      double worth = utilities[c] - costs[c];
      if (worth > most) {
        most = worth;
        best = c;
      }
    }
    return best;
  }
}
