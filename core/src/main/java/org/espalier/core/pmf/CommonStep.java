package org.espalier.core.pmf;

/**
 * The step on which PMFs of unlike steps are added: the greatest that divides both, so that nothing
 * is rounded. Where the sum has more than {@value #MOST_POINTS} points it is doubled until there
 * are no more than {@value #POINTS_LEFT}, also where both steps are alike. What then lies between
 * two points is shared between them so that the mean stays; each time is off by less than the step,
 * which is less than 1/1,024 of the span of the sum.
 */
final class CommonStep {
  /** Lattice points of a sum, from its first to its last mass; twice as many are held. */
  static final int MOST_POINTS = 4_096;

  /** Lattice points that are left, at most, of a sum with more than that. */
  static final int POINTS_LEFT = 2_048;

  /** Lattice points from the start of a machine to its end, which are counted by an int. */
  private static final int FARTHEST = 1 << 30;

  private CommonStep() {}

  /** The step on which the sum of two PMFs is exact. */
  static long exact(Pmf ready, Pmf execution) {
    return Pmf.divisor(ready.step(), execution.step());
  }

  /** Whether two PMFs have one step, and their sum so few points that it stays. */
  static boolean isOf(Pmf ready, Pmf execution) {
    long step = ready.step();
    return step == execution.step()
        && ready.latest() - ready.origin() + execution.latest() < MOST_POINTS * step;
  }

  /** Whether the sum of two PMFs has so few points that it is exact. */
  static boolean isExact(Pmf ready, Pmf execution) {
    return ofSum(ready, execution) == exact(ready, execution);
  }

  /** The step of the sum of two PMFs. */
  static long ofSum(Pmf ready, Pmf execution) {
    long spread = ready.latest() - ready.origin();
    long end = execution.latest() + spread;
    return limited(exact(ready, execution), end - execution.origin(), end);
  }

  /**
   * The step of what becomes of {@code ready} where the first {@code starts} get an execution and
   * the others stay.
   *
   * @param end nothing but what stays ends later than this, in ticks
   */
  static long ofCompletion(Pmf ready, Pmf execution, int starts, long end) {
    if (starts == ready.size() && end == Long.MAX_VALUE) {
      return ofSum(ready, execution);
    }
    long origin = ready.origin();
    long last = Math.min(ready.time(starts - 1) - origin + execution.latest(), end - origin);
    long first = execution.origin();
    if (starts < ready.size()) {
      first = Math.min(first, ready.time(starts) - origin);
      last = Math.max(last, ready.latest() - origin);
    }
    long span = Math.max(last - Math.min(first, last), ready.time(starts - 1) - origin);
    return limited(exact(ready, execution), span, last);
  }

  /** The step of sums with so many ticks from the first to the last and to the end. */
  static long limited(long exact, long span, long end) {
    long step = exact;
    boolean isLong = span / exact >= MOST_POINTS;
    while ((isLong && span / step >= POINTS_LEFT) || end / step >= FARTHEST) {
      step *= 2;
    }
    return step;
  }

  /**
   * A PMF on another step, with a point at a time; the mean stays. What lies further from its
   * beginning than any sum reaches is cut short there: it ends beyond the deadline.
   */
  static Pmf on(Pmf pmf, long step, long anchor) {
    if (pmf.step() == step && (pmf.origin() - anchor) % step == 0) {
      return pmf;
    }
    long first = anchor + Lattice.floor(pmf.origin() - anchor, step) * step;
    int last = (int) Math.min((pmf.latest() - first) / step, 2 * MOST_POINTS);
    double[] masses = new double[last + 2];
    for (int i = 0; i < pmf.size(); i++) {
      double mass = pmf.mass(i);
      if (mass > 0) {
        long place = Math.min(pmf.time(i) - first, 2 * MOST_POINTS * step);
        int below = (int) (place / step);
        double beyond = mass * (place % step) / step;
        masses[below] += mass - beyond;
        masses[below + 1] += beyond;
      }
    }
    return Pmf.trimmed(first, step, masses);
  }
}
