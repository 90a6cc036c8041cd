package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.espalier.core.allocation.Candidate;

/**
 * What starts are worth beyond what waiting tasks will still be worth later. That is at present
 * prices, after the time of some tasks, on the machine type where it is most. Most of it counts
 * against starting a task now. So a task that can as well wait leaves its start to one that cannot,
 * and among tasks of the same worth the order is that of urgency. Not all of it counts, since who
 * waits may not be served later. A start that is worth something stays worth something, so that no
 * machine is idle because all tasks can wait.
 *
 * @param worth what starts are worth
 * @param later what tasks will still be worth, [task]
 */
record LaterWorth(StartWorth worth, double... later) implements StartWorth {
  /** The share of the later worth that counts. */
  private static final double SHARE = 0.9;

  /** The share of a start's worth that is left at least; next to nothing. */
  private static final double LEAST = 1e-9;

  /**
   * What starts are worth beyond the later worth of all waiting tasks.
   *
   * @param starts of which the machine types are looked at
   * @param time when later is, by machine type
   */
  static LaterWorth of(StartWorth worth, List<Start> starts, IntToDoubleFunction time) {
    double[] later = new double[worth.waiting().size()];
    BitSet types = new BitSet();
    for (Start start : starts) {
      int type = start.kind().machineType();
      if (!types.get(type)) {
        types.set(type);
        Start.Kind kind = new Start.Kind(type, time.applyAsDouble(type), 1);
        double[] there = worth.at(new Start(start.machine(), kind, false));
        Arrays.setAll(later, c -> Math.max(later[c], there[c]));
      }
    }
    return new LaterWorth(worth, later);
  }

  @Override
  public List<Candidate> waiting() {
    return worth.waiting();
  }

  @Override
  public double[] at(Start start) {
    double[] gains = worth.at(start);
    for (int c = 0; c < gains.length; c++) {
      if (gains[c] > 0) {
        gains[c] = Math.max(LEAST * gains[c], gains[c] - SHARE * later[c]);
      }
    }
    return gains;
  }

  @Override
  public List<Offer> offers(Start start, Candidate candidate) {
    return worth.offers(start, candidate);
  }
}
