package org.espalier.core.pmf;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A probability mass function (PMF) of a time in ticks: mass {@code k} sits at {@code origin +
 * k*step}.
 *
 * <p>Masses are not negative and sum to 1 within {@value #SUM_TOLERANCE}; the first and the last
 * are positive. Immutable and safe to share between threads (the derived tables are computed on
 * first use; a race computes them twice, to the same values).
 *
 * <p><b>Inside.</b> Two running sums make the questions of a mapping event cheap. The cumulative
 * sums {@code F[j] = p[0]+...+p[j]} answer P(X &lt;= t). Their own running sum, the shortfall
 * {@code G[j] = F[0]+...+F[j-1] = sum over i &lt; j of (j-i) p[i]}, is E[(j - X)+] in steps, from
 * which means of times capped at a deadline follow without a convolution.
 */
public final class Pmf {
  /** How far the masses given to {@link #of} may sum from 1. */
  public static final double SUM_TOLERANCE = 1e-9;

  private final long origin;
  private final long step;
  private final double[] masses;
  private double @Nullable [] cumulative;
  private double @Nullable [] shortfall;
  private @Nullable Staggered staggered;
  private @Nullable Pmf onOther;
  private double meanIndex = Double.NaN;

  /** How often in a tick what takes the time is lost, and since when it is known not to be. */
  private double lossRate;

  private double keptUntil;
  private double completes = Double.NaN;

  /** Trusts its arguments and keeps the array. */
  Pmf(long origin, long step, double[] masses) {
    this.origin = origin;
    this.step = step;
    this.masses = masses;
  }

  /**
   * A PMF of masses that sum to 1.
   *
   * @param origin time of the first mass, in ticks
   * @param step distance between masses, in ticks, at least 1
   * @param masses the masses; zeros at either end are cut off
   * @throws IllegalArgumentException if a mass is negative or not a number, or they do not sum to 1
   *     within {@value #SUM_TOLERANCE}
   */
  public static Pmf of(long origin, long step, double... masses) {
    double sum = checkedSum(step, masses);
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw new IllegalArgumentException(
          "masses sum to %s; expected 1 within %s, or use normalised(...)"
              .formatted(sum, SUM_TOLERANCE));
    }
    return trimmed(origin, step, masses.clone());
  }

  /**
   * A PMF of weights with any positive sum, each divided by that sum.
   *
   * @throws IllegalArgumentException if a weight is negative or not a number, or all are zero
   */
  public static Pmf normalised(long origin, long step, double... weights) {
    double sum = checkedSum(step, weights);
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "masses sum to %s; expected a positive finite sum".formatted(sum));
    }
    double[] masses = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      masses[i] = weights[i] / sum;
    }
    return trimmed(origin, step, masses);
  }

  /** All mass at one time. */
  public static Pmf at(long time, long step) {
    checkStep(step);
    return new Pmf(time, step, new double[] {1});
  }

  /** The greatest step of which two steps are multiples; 0 stands for none. */
  public static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** Whether all mass is at one time, and nothing is lost before. */
  public boolean isCertain() {
    return masses.length == 1 && masses[0] == 1 && lossRate == 0;
  }

  /**
   * The time of an execution that may be lost meanwhile, given that it is not. The chance that an
   * execution of time t is not lost is exp(-rate t), so that long times are less likely among those
   * that come to their end. What derives from it by {@link #shifted}, {@link #later} and {@link
   * #compacted} may be lost too; a sum with another time is one of what is not lost.
   *
   * @param rate how often an execution is lost in a tick, above 0
   */
  public Pmf thinned(double rate) {
    double[] kept = new double[masses.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = masses[i] * Math.exp(-rate * step * i);
    }
    return normalised(origin, step, kept).losing(rate, 0);
  }

  /** The same time, of what comes to its end where an execution may be lost so often in a tick. */
  public Pmf losing(double rate) {
    return rate == lossRate ? this : shifted(0).losing(rate, 0);
  }

  /** How often in a tick an execution of this time is lost; 0 unless it is thinned. */
  public double lossRate() {
    return lossRate;
  }

  private Pmf losing(double rate, double since) {
    lossRate = rate;
    keptUntil = since;
    return this;
  }

  /** The chance that an execution of this time comes to its end; 1 unless it is thinned. */
  public double completes() {
    if (lossRate == 0) {
      return 1;
    }
    if (Double.isNaN(completes)) {
      double all = 0;
      for (int i = 0; i < masses.length; i++) {
        all += masses[i] * Math.exp(lossRate * (time(i) - keptUntil));
      }
      completes = 1 / all;
    }
    return completes;
  }

  private static void checkStep(long step) {
    if (step < 1) {
      throw new IllegalArgumentException("step is %s ticks; expected at least 1".formatted(step));
    }
  }

  private static double checkedSum(long step, double[] masses) {
    checkStep(step);
    if (masses.length == 0) {
      throw new IllegalArgumentException("no masses; expected at least one");
    }
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      if (!(masses[i] >= 0)) {
        throw new IllegalArgumentException(
            "mass %s is %s; expected a number that is not negative".formatted(i, masses[i]));
      }
      sum += masses[i];
    }
    return sum;
  }

  /** Cuts zeros off both ends; keeps the array when there are none. */
  static Pmf trimmed(long origin, long step, double[] masses) {
    int from = 0;
    int to = masses.length;
    while (from < to - 1 && masses[from] == 0) {
      from++;
    }
    while (to > from + 1 && masses[to - 1] == 0) {
      to--;
    }
    boolean whole = from == 0 && to == masses.length;
    return new Pmf(
        origin + from * step, step, whole ? masses : Arrays.copyOfRange(masses, from, to));
  }

  /** Time of the first mass, in ticks. */
  public long origin() {
    return origin;
  }

  /** Distance between masses, in ticks. */
  public long step() {
    return step;
  }

  /** Number of lattice points from the first to the last mass. */
  public int size() {
    return masses.length;
  }

  /** Number of points with positive mass. */
  public int impulses() {
    return (int) Arrays.stream(masses).filter(mass -> mass > 0).count();
  }

  /** Mass of lattice point {@code index}, counted from the origin. */
  public double mass(int index) {
    return masses[index];
  }

  /** A copy of the masses. */
  public double[] masses() {
    return masses.clone();
  }

  /** Time of lattice point {@code index}, in ticks. */
  public long time(int index) {
    return origin + index * step;
  }

  /** Earliest time with positive mass. */
  public long earliest() {
    return origin;
  }

  /** Earliest time above 0 with positive mass; empty if there is none. */
  public OptionalLong earliestAboveZero() {
    for (int k = 0; k < masses.length; k++) {
      if (masses[k] > 0 && time(k) > 0) {
        return OptionalLong.of(time(k));
      }
    }
    return OptionalLong.empty();
  }

  /** Latest time with positive mass. */
  public long latest() {
    return time(masses.length - 1);
  }

  /** Mean in ticks. */
  public double mean() {
    return origin + step * meanIndex();
  }

  /** Variance in ticks squared. */
  public double variance() {
    return step * (double) step * centralMoment(2);
  }

  /** Standard deviation in ticks. */
  public double standardDeviation() {
    return Math.sqrt(variance());
  }

  /** Skewness, the third standardised moment; NaN if there is no spread. */
  public double skewness() {
    double variance = centralMoment(2);
    return variance == 0 ? Double.NaN : centralMoment(3) / (variance * Math.sqrt(variance));
  }

  /**
   * Skewness of the impulses, bounded to [-1, 1] (JOURNAL eq. 6). It is {@link #skewness} times
   * {@code sqrt(N(N-1))/(N-2)}, N being the number of impulses; 0 for fewer than three impulses or
   * no spread.
   */
  public double boundedSkewness() {
    double n = impulses();
    double skewness = skewness();
    if (n < 3 || Double.isNaN(skewness)) {
      return 0;
    }
    return Math.clamp(skewness * Math.sqrt(n * (n - 1)) / (n - 2), -1.0, 1.0);
  }

  private double centralMoment(int power) {
    double mean = meanIndex();
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      sum += masses[i] * Math.pow(i - mean, power);
    }
    return sum;
  }

  /** P(X &lt;= time). */
  public double cumulative(long time) {
    long index = Lattice.floor(time - origin, step);
    if (index < 0) {
      return 0;
    }
    double[] sums = cumulativeSums();
    return sums[(int) Math.min(index, sums.length - 1)];
  }

  /** P(X &gt; time). */
  public double survival(long time) {
    return Math.max(0, 1 - cumulative(time));
  }

  /** E[(time - X)+] in ticks: by how much X falls short of a time in the mean. */
  public double shortfall(double time) {
    if (time <= origin) {
      return 0;
    }
    if (time >= latest()) {
      return time - mean();
    }
    double position = (time - origin) / step;
    int index = (int) position;
    double part = position - index;
    double[] sums = shortfalls();
    return step * (sums[index] + part * (sums[index + 1] - sums[index]));
  }

  /**
   * The smallest time t with P(X &lt;= t) &gt; level, the inverse by which execution times are
   * drawn.
   *
   * @param level in [0, 1)
   */
  public long quantile(double level) {
    double[] sums = cumulativeSums();
    int found = Arrays.binarySearch(sums, level);
    int index = found >= 0 ? found + 1 : -found - 1;
    while (index < sums.length && sums[index] <= level) {
      index++;
    }
    return time(Math.min(index, sums.length - 1));
  }

  /** The same distribution, {@code ticks} later. */
  public Pmf shifted(long ticks) {
    Pmf moved = new Pmf(origin + ticks, step, masses);
    moved.cumulative = cumulative;
    moved.shortfall = shortfall;
    moved.meanIndex = meanIndex;
    return moved.losing(lossRate, keptUntil + ticks);
  }

  /**
   * The distribution given that X is later than {@code now}. Impulses at or before {@code now} are
   * removed and the rest renormalised; if nothing remains, all mass is at {@code now + step}.
   */
  public Pmf later(long now) {
    if (now < origin) {
      return lossRate == 0 ? this : shifted(0).losing(lossRate, now);
    }
    long first = Lattice.floor(now - origin, step) + 1;
    double rest = first >= masses.length ? 0 : tailSum((int) first);
    if (rest <= 0) {
      return at(now + step, step).losing(lossRate, now);
    }
    double[] remaining = new double[masses.length - (int) first];
    for (int i = 0; i < remaining.length; i++) {
      remaining[i] = masses[(int) first + i] / rest;
    }
    return trimmed(origin + first * step, step, remaining).losing(lossRate, now);
  }

  /**
   * The distribution given that X is not later than {@code deadline}: impulses beyond it are
   * removed and the rest renormalised.
   *
   * @throws IllegalArgumentException if nothing remains
   */
  public Pmf notLater(long deadline) {
    if (latest() <= deadline) {
      return this;
    }
    long count = Lattice.floor(deadline - origin, step) + 1;
    if (count < 1) {
      throw new IllegalArgumentException(
          "all of %s lies after %s; expected mass at or before it".formatted(this, deadline));
    }
    return normalised(origin, step, Arrays.copyOf(masses, (int) count));
  }

  private double tailSum(int from) {
    double sum = 0;
    for (int i = from; i < masses.length; i++) {
      sum += masses[i];
    }
    return sum;
  }

  /**
   * The distribution of the time at which it is over if it is cut short at {@code deadline}. Mass
   * beyond the deadline moves to it, rounded up to the lattice.
   */
  public Pmf cutAt(long deadline) {
    long cut = Lattice.stepsTo(deadline, origin, step);
    if (cut >= masses.length - 1) {
      return this;
    }
    if (cut <= 0) {
      return at(origin + cut * step, step);
    }
    double[] kept = Arrays.copyOf(masses, (int) cut + 1);
    kept[(int) cut] = tailSum((int) cut);
    return trimmed(origin, step, kept);
  }

  /**
   * A coarser distribution for approximate decisions (JOURNAL 7.2.1), on a lattice {@code width}
   * times as coarse. Times below {@code min} count as {@code min}, and times above {@code max} as
   * {@code max}. The mass of a time between two points of it is shared between them so that the
   * mean stays. The points of a lattice of multiples of the step go to multiples of the new one.
   *
   * @param width lattice points that become one, at least 1
   * @param min earliest time kept, in ticks
   * @param max latest time kept, in ticks, not before {@code min}
   */
  public Pmf compacted(int width, long min, long max) {
    if (width < 1 || max < min) {
      throw new IllegalArgumentException(
          "cannot compact to buckets of %s points in [%s, %s]; expected a width of at least 1 and"
                  .formatted(width, min, max)
              + " min <= max");
    }
    long first = Math.clamp(min, origin, latest());
    long last = Math.clamp(max, first, latest());
    int low = (int) Lattice.ceil(first - origin, step);
    int high = Math.max(low, (int) Lattice.floor(last - origin, step));
    return compacted(width, low, high).losing(lossRate, keptUntil);
  }

  /** With the masses outside of the given points moved to them. */
  private Pmf compacted(int width, int low, int high) {
    long begin = Lattice.floor(origin, step);
    long bucket = Lattice.floor(begin + low, width);
    double[] merged = new double[(int) (Lattice.floor(begin + high, width) - bucket) + 2];
    for (int i = 0; i < masses.length; i++) {
      int place = (int) (begin + Math.clamp(i, low, high) - bucket * width);
      double beyond = masses[i] * (place % width) / width;
      merged[place / width] += masses[i] - beyond;
      merged[place / width + 1] += beyond;
    }
    long coarse = step * width;
    return trimmed(Math.floorMod(origin, step) + bucket * coarse, coarse, merged);
  }

  /**
   * The distribution of the sum of this time and an independent other one. Where it has too many
   * points it is on a coarser lattice, with the same mean.
   */
  public Pmf plus(Pmf other) {
    if (CommonStep.isOf(this, other)) {
      return sum(other);
    }
    long common = CommonStep.ofSum(this, other);
    return on(common, origin).sum(other.on(common, other.origin));
  }

  /** Whether {@link #plus} rounds nothing. */
  public boolean addsExactly(Pmf other) {
    return CommonStep.isOf(this, other) || CommonStep.isExact(this, other);
  }

  /** The sum with another one of the same step. */
  Pmf sum(Pmf other) {
    double[] sum = Convolution.of(masses, masses.length, other, Integer.MAX_VALUE);
    return trimmed(origin + other.origin, step, sum);
  }

  /** The same on another step, with a point at a time; the mean stays. The last is remembered. */
  Pmf on(long otherStep, long anchor) {
    Pmf known = onOther;
    if (known == null || known.step != otherStep || (known.origin - anchor) % otherStep != 0) {
      known = CommonStep.on(this, otherStep, anchor);
      onOther = known;
    }
    return known;
  }

  /** The masses from a point on, which do not sum to 1. */
  Pmf from(int index) {
    return trimmed(time(index), step, Arrays.copyOfRange(masses, index, masses.length));
  }

  /** This with a weight, and beside it masses that have the rest of it. */
  Pmf mixed(double weight, Pmf rest) {
    Pmf others = CommonStep.on(rest, step, origin);
    long first = Math.min(origin, others.origin);
    double[] all = new double[(int) ((Math.max(latest(), others.latest()) - first) / step) + 1];
    int place = (int) ((origin - first) / step);
    for (double mass : masses) {
      all[place++] += weight * mass;
    }
    place = (int) ((others.origin - first) / step);
    for (double mass : others.masses) {
      all[place++] += mass;
    }
    return trimmed(first, step, all);
  }

  /** The masses themselves; not to be written. */
  double[] array() {
    return masses;
  }

  /** F[j], see above; not to be written. */
  double[] cumulativeSums() {
    double[] sums = cumulative;
    if (sums == null) {
      sums = Kernels.runningSums(masses, masses.length);
      cumulative = sums;
    }
    return sums;
  }

  /** G[j] for j in 0..size, see above; not to be written. */
  double[] shortfalls() {
    double[] sums = shortfall;
    if (sums == null) {
      sums = Kernels.shiftedRunningSums(cumulativeSums());
      shortfall = sums;
    }
    return sums;
  }

  /** The masses as {@link Convolution} adds them. */
  Staggered staggered() {
    Staggered copies = staggered;
    if (copies == null) {
      copies = new Staggered(masses);
      staggered = copies;
    }
    return copies;
  }

  /** Mean in steps from the origin. */
  double meanIndex() {
    double mean = meanIndex;
    if (Double.isNaN(mean)) {
      mean = Kernels.meanIndex(masses);
      meanIndex = mean;
    }
    return mean;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pmf that
        && origin == that.origin
        && step == that.step
        && lossRate == that.lossRate
        && Arrays.equals(masses, that.masses);
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(origin) * 31 + Long.hashCode(step)) * 31 + Arrays.hashCode(masses);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "Pmf[%s..%s step %s, mean %.1f]", earliest(), latest(), step, mean());
  }
}
