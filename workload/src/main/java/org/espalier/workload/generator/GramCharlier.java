package org.espalier.workload.generator;

import java.util.Arrays;
import org.espalier.workload.heterogeneity.Moments;

/**
 * A probability density with given mean, variation, skewness and kurtosis, by the Gram-Charlier
 * expansion of a normal density (DISSERTATION 5.3.4.2): with z = (x - mean) / deviation,
 *
 * <pre>f(x) = phi(z) / deviation (1 + s/6 (z^3 - 3z) + (k-3)/24 (z^4 - 6z^2 + 3))</pre>
 *
 * <p>The expansion of moments that are far from normal is negative in places. It is clipped at 0
 * there, restricted to five deviations about the mean and to a lower limit, and normalised, which
 * the source leaves open. That shifts the moments: {@link #clipped} says to which. Immutable.
 *
 * <p><b>Inside.</b> The density stands at the middles of {@value #CELLS} cells of equal width,
 * which gives integrals to about 1e-8 of their size. A number is drawn by the inverse of the
 * cumulative sum, along a line inside a cell. Without deviation all numbers are the mean.
 */
final class GramCharlier {
  private static final double WIDEST = 5;
  private static final int CELLS = 40_000;

  private final Moments wanted;
  private final double deviation;
  private final double from;
  private final double width;
  private final double normaliser;

  /** By cell: the mass up to its end. */
  private final double[] cumulative;

  private GramCharlier(Moments wanted, double from, double to) {
    this.wanted = wanted;
    this.deviation = deviation(wanted);
    this.from = from;
    this.width = (to - from) / CELLS;
    this.cumulative = new double[CELLS];
    double sum = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      sum += Math.max(0, expansion(middle(cell))) * width;
      cumulative[cell] = sum;
    }
    this.normaliser = sum;
    if (!(sum > 0) && deviation > 0) {
      throw new IllegalArgumentException(
          "the Gram-Charlier expansion of %s is nowhere above 0 from %s on"
              .formatted(wanted, from));
    }
  }

  private static double deviation(Moments moments) {
    return Math.abs(moments.mean() * moments.coefficientOfVariation());
  }

  /**
   * The density of some moments.
   *
   * @param lower no number is below this; negative infinity if any may be
   * @throws IllegalArgumentException if the density is 0 everywhere
   */
  public static GramCharlier of(Moments wanted, double lower) {
    double reach = WIDEST * deviation(wanted);
    return new GramCharlier(wanted, Math.max(wanted.mean() - reach, lower), wanted.mean() + reach);
  }

  /** The density of the moments of some numbers, down to a share of the smallest of them. */
  public static GramCharlier like(double[] numbers, double shareOfSmallest) {
    double smallest = Arrays.stream(numbers).min().orElseThrow();
    return of(Moments.of(numbers), smallest * shareOfSmallest);
  }

  /** The expansion before it is clipped: negative where it is. */
  public double expansion(double x) {
    double z = (x - wanted.mean()) / deviation;
    double normal = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / deviation;
    double skew = wanted.skewness() / 6 * (z * z * z - 3 * z);
    double tails = (wanted.kurtosis() - 3) / 24 * (z * z * z * z - 6 * z * z + 3);
    return normal * (1 + skew + tails);
  }

  private double middle(int cell) {
    return from + (cell + 0.5) * width;
  }

  /** The integral of what is left of the expansion, by which it is divided. */
  public double normaliser() {
    return normaliser;
  }

  /** The moments it was asked for. */
  public Moments wanted() {
    return wanted;
  }

  /** The moments that it has. */
  public Moments clipped() {
    if (deviation == 0) {
      return wanted;
    }
    double mean = wanted.mean() + central(wanted.mean(), 1);
    double itsDeviation = Math.sqrt(central(mean, 2));
    return new Moments(
        mean,
        itsDeviation / mean,
        central(mean, 3) / Math.pow(itsDeviation, 3),
        central(mean, 4) / Math.pow(itsDeviation, 4));
  }

  private double central(double about, int power) {
    double sum = 0;
    double before = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      sum += (cumulative[cell] - before) * Math.pow(middle(cell) - about, power);
      before = cumulative[cell];
    }
    return sum / normaliser;
  }

  /**
   * The number below which a share of all are.
   *
   * @param uniform the share, from 0 to below 1
   */
  public double quantile(double uniform) {
    if (deviation == 0) {
      return wanted.mean();
    }
    double mass = uniform * normaliser;
    int found = Arrays.binarySearch(cumulative, Math.nextUp(mass));
    int cell = Math.min(found < 0 ? -1 - found : found, CELLS - 1);
    double before = cell == 0 ? 0 : cumulative[cell - 1];
    double inside = (mass - before) / (cumulative[cell] - before);
    return from + (cell + Math.clamp(inside, 0, 1)) * width;
  }
}
