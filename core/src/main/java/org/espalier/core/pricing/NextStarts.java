package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.Pmf;

/**
 * The next starts of all machines, each with what it is worth of one now. With prices these are
 * four to a machine, discounted the more the less time the machines have to spare, else one.
 */
final class NextStarts {
  /** What a start of a busy machine is worth of one now; with prices each later one that again. */
  private static final double DISCOUNT = 0.85;

  /**
   * What the first start of a busy machine is worth with time to spare: only to wait for next to
   * nothing is of no use.
   */
  private static final double LIGHT_DISCOUNT = 0.997;

  /**
   * What each later start of a machine is worth of the one before with time to spare. It is less
   * sure, since it comes after a task that has not started yet.
   */
  private static final double LIGHT_LATER_DISCOUNT = 0.97;

  /**
   * What a start is worth of one now in the simple form, which has nothing else to say against
   * waiting.
   */
  private static final double DENSITY_DISCOUNT = 0.7;

  /** How many starts of a machine are looked at where there are prices. */
  private static final int STARTS = 4;

  /** The values that stand for the distribution of when a busy machine is free. */
  private static final int QUANTILES = 8;

  /**
   * These values are used with time to spare, and up to so many pairs of a waiting task and a
   * machine. Of more machines another one is free in time.
   */
  private static final int MOST_PAIRS = 8192;

  /** Above this share of unused machine time little is discounted. */
  private static final double ENOUGH_SLACK = 0.1;

  private final MappingSession session;
  private final boolean hasPrices;
  private final FluidPrices prices;
  private final Pace pace;
  private final Lead lead;
  private final boolean isSpread;
  private final double discount;
  private final double laterDiscount;

  /**
   * The next starts of a mapping event.
   *
   * @param hasPrices whether this is the form with prices
   * @param prices at present, if it is
   */
  NextStarts(MappingSession session, boolean hasPrices, FluidPrices prices, Pace pace, Lead lead) {
    this.session = session;
    this.hasPrices = hasPrices;
    this.prices = prices;
    this.pace = pace;
    this.lead = lead;
    isSpread =
        hasPrices
            && prices.need() < 1
            && (long) session.open().size() * session.machines() <= MOST_PAIRS;
    discount = hasPrices ? discount(prices, LIGHT_DISCOUNT) : DENSITY_DISCOUNT;
    laterDiscount = hasPrices ? discount(prices, LIGHT_LATER_DISCOUNT) : DENSITY_DISCOUNT;
  }

  private static double discount(FluidPrices prices, double light) {
    double scarcity = Math.clamp(1 - prices.slack() / ENOUGH_SLACK, 0, 1);
    return Math.min(1 - (1 - DISCOUNT) * scarcity, light);
  }

  /**
   * The next starts of all machines that take tasks.
   *
   * @param ready when each machine is expected to be free, ticks
   */
  List<Start> of(double[] ready) {
    List<Start> starts = new ArrayList<>();
    for (int m = 0; m < ready.length; m++) {
      if (session.queue(m).isAvailable()) {
        add(starts, m, ready[m]);
      }
    }
    return starts;
  }

  private void add(List<Start> starts, int machine, double ready) {
    MachineQueue queue = session.queue(machine);
    int type = queue.machine().type().id();
    boolean isNow = lead.mayTake(session, queue, ready);
    List<Double> spread = isNow || !isSpread ? Start.Kind.NO_SPREAD : spread(queue);
    double factor = isNow ? 1 : discount;
    starts.add(new Start(machine, new Start.Kind(type, ready, spread, factor), isNow));
    for (int k = 1; k < (hasPrices ? STARTS : 1); k++) {
      factor *= laterDiscount;
      double time = ready + k * prices.meanTime(type);
      starts.add(new Start(machine, new Start.Kind(type, time, factor), false));
    }
  }

  /**
   * By how much later than expected a machine may be free: equally likely values with a mean of 0,
   * in ticks. A task that is as sure now and at the expected time is less sure of a machine that
   * may be late.
   */
  private List<Double> spread(MachineQueue queue) {
    Pmf free = queue.tail();
    double[] times =
        IntStream.range(0, QUANTILES)
            .mapToDouble(q -> pace.factor() * free.quantile((q + 0.5) / QUANTILES))
            .toArray();
    double mean = Arrays.stream(times).average().orElseThrow();
    return Arrays.stream(times).mapToObj(time -> time - mean).toList();
  }
}
