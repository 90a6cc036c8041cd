package org.espalier.service.learning;

import java.util.function.DoubleUnaryOperator;
import org.espalier.core.pmf.Pmf;

/**
 * Execution times to begin with where nothing was measured. Times are in ticks and need not lie on
 * the lattice: what lies between two points goes to both, the more to the nearer one, so that means
 * stay.
 *
 * <p><b>Inside.</b> Let G(t) be the integral of the cumulative distribution from its beginning to
 * t. The mass of point k is the integral of the density against the hat over k - 1, k and k + 1,
 * which is the second difference of G at k divided by the step.
 */
public final class Priors {
  /** Lattice points that a prior may have. */
  public static final int MOST_POINTS = 100_000;

  /** Times up to it are whole numbers in floating point. */
  private static final double LATEST = 1L << 53;

  /** Masses below it are what rounding leaves of zero. */
  private static final double NOTHING = 1e-12;

  private Priors() {}

  /**
   * Anything between two times, all alike.
   *
   * @throws IllegalArgumentException if the range is not one, or covers more than {@value
   *     #MOST_POINTS} points
   */
  public static Pmf uniform(double from, double to, long step) {
    checkRange(from, from, to, step);
    double width = to - from;
    return width == 0
        ? point(from, step)
        : continuous(t -> t < width ? t * t / (2 * width) : t - width / 2, from, to, step);
  }

  /** Between two times, most likely in the middle. */
  public static Pmf triangular(double from, double to, long step) {
    return triangular(from, from + (to - from) / 2, to, step);
  }

  /**
   * Between two times, with a most likely one.
   *
   * @throws IllegalArgumentException if the range is not one, covers more than {@value
   *     #MOST_POINTS} points, or does not contain the most likely time
   */
  public static Pmf triangular(double from, double likeliest, double to, long step) {
    checkRange(from, likeliest, to, step);
    double width = to - from;
    double rise = likeliest - from;
    double fall = to - likeliest;
    double mean = (rise + width) / 3;
    DoubleUnaryOperator integral =
        t -> {
          if (t >= width) {
            return t - mean;
          }
          return t < rise
              ? t * t * t / (3 * width * rise)
              : t - mean + Math.pow(width - t, 3) / (3 * width * fall);
        };
    return width == 0 ? point(from, step) : continuous(integral, from, to, step);
  }

  /**
   * The times of a similar task or machine type, multiplied by a factor.
   *
   * @param similar on any lattice
   * @param step of the result
   * @throws IllegalArgumentException if the factor is not positive, or the result would have more
   *     than {@value #MOST_POINTS} points
   */
  public static Pmf scaled(Pmf similar, double factor, long step) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "execution times are scaled by %s; expected a factor above 0".formatted(factor));
    }
    double from = similar.earliest() * factor;
    checkRange(from, from, similar.latest() * factor, step);
    if (factor == 1 && similar.step() == step && similar.origin() % step == 0) {
      return similar;
    }
    Spread spread = new Spread(from, similar.latest() * factor, step);
    for (int i = 0; i < similar.size(); i++) {
      spread.add(similar.time(i) * factor, similar.mass(i));
    }
    return spread.pmf();
  }

  private static Pmf point(double time, long step) {
    Spread spread = new Spread(time, time, step);
    spread.add(time, 1);
    return spread.pmf();
  }

  private static void checkRange(double from, double likeliest, double to, long step) {
    if (step < 1) {
      throw new IllegalArgumentException("step is %d ticks; expected at least 1".formatted(step));
    }
    if (!(from >= 0 && from <= likeliest && likeliest <= to) || to > LATEST) {
      throw new IllegalArgumentException(
          "execution times from %s to %s ticks, most likely %s; expected 0 <= from <= most likely"
                  .formatted(from, to, likeliest)
              + " <= to <= 2^53");
    }
    double points = Math.ceil(to / step) - Math.floor(from / step) + 1;
    if (points > MOST_POINTS) {
      throw new IllegalArgumentException(
          "execution times from %s to %s ticks on a step of %d cover %.0f points; expected at most"
                  .formatted(from, to, step, points)
              + " %d: narrow the range or take a greater step".formatted(MOST_POINTS));
    }
  }

  /**
   * A continuous distribution.
   *
   * @param integral G, by the time since {@code from}; it is 0 before
   */
  private static Pmf continuous(DoubleUnaryOperator integral, double from, double to, long step) {
    long first = (long) Math.floor(from / step);
    double[] masses = new double[(int) ((long) Math.ceil(to / step) - first) + 1];
    double before = 0;
    double at = integral(integral, first * step - from);
    for (int k = 0; k < masses.length; k++) {
      double after = integral(integral, (first + k + 1) * step - from);
      double mass = (after - 2 * at + before) / step;
      masses[k] = mass < NOTHING ? 0 : mass;
      before = at;
      at = after;
    }
    return Pmf.normalised(first * step, step, masses);
  }

  private static double integral(DoubleUnaryOperator integral, double t) {
    return t <= 0 ? 0 : integral.applyAsDouble(t);
  }

  /** Masses at any times, each shared by the two lattice points around it. */
  private static final class Spread {
    private final long first;
    private final long step;
    private final double[] masses;

    Spread(double from, double to, long step) {
      this.first = (long) Math.floor(from / step);
      this.step = step;
      this.masses = new double[(int) ((long) Math.floor(to / step) - first) + 2];
    }

    void add(double time, double mass) {
      double place = time / step - first;
      int below = (int) place;
      masses[below] += mass * (below + 1 - place);
      masses[below + 1] += mass * (place - below);
    }

    Pmf pmf() {
      return Pmf.normalised(first * step, step, masses);
    }
  }
}
