package org.espalier.analysis.stochastic;

import java.util.Objects;
import java.util.SplittableRandom;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * Samples of the execution time and power of every task in every mode: what would happen to it if
 * it were placed there. The uniform number of seed, sample and task decides the quantile of the
 * time whatever the placement, and another one that of the power. So allocations are compared by
 * common random numbers, and the value of one does not move from generation to generation.
 *
 * <p>Each distribution is cut into {@value #SHARES} equal shares, and a sample is the mean of one:
 * the mean of the distribution stays, and what already is so many equally likely points stays
 * whole. Times are whole numbers of a unit: the shortest of 1 us, 10 us, 100 us and so on in which
 * no completion overflows an int; it is a millisecond for a day. Arrivals are rounded to it too.
 * Immutable.
 */
public final class SampledOutcomes {
  /** How many values a sample may have. */
  public static final int SHARES = 128;

  private static final double FINEST_PER_SECOND = 1e6;

  /** No completion is later, in units. */
  static final int HORIZON = 1 << 30;

  /** How far an instant may be from a unit to be taken as on it, in units. */
  private static final double ROUNDING = 1e-6;

  private final StaticProblem problem;
  private final int count;

  /** Units in a second: to divide by it is exact where that is possible. */
  private final double perSecond;

  private final int[] arrivals;
  private final int[] latest;

  /** By task: the share of the time in each sample, and then that of the power. */
  private final byte[][] shares;

  /** [task type * modes + mode]: the times of the shares in units; null where it cannot run. */
  private final int[] @Nullable [] times;

  /** The same of power, in joules per unit of time. */
  private final float[] @Nullable [] powers;

  SampledOutcomes(StaticProblem problem, Uncertainty uncertainty, byte[][] shares) {
    this.problem = problem;
    this.count = shares[0].length / 2;
    this.shares = shares;
    this.perSecond = perSecond(problem, uncertainty);
    this.arrivals = new int[problem.tasks()];
    this.latest = new int[problem.tasks()];
    for (int task = 0; task < arrivals.length; task++) {
      arrivals[task] = (int) Math.rint(problem.arrival(task) * perSecond);
      latest[task] = latestUnits(task);
    }
    this.times = new int[problem.taskTypes() * problem.modes()][];
    this.powers = new float[times.length][];
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < problem.modes(); mode++) {
        if (problem.canRun(type, mode)) {
          fill(type, mode, uncertainty);
        }
      }
    }
  }

  /**
   * The units of a second, as fine as the times of all machines allow. No machine is ready later
   * than the last completion that is worth it; nor, where tasks always are, than after all of them
   * on one machine.
   */
  private static double perSecond(StaticProblem problem, Uncertainty uncertainty) {
    double arrival = 0;
    double reach = 0;
    for (int task = 0; task < problem.tasks(); task++) {
      arrival = Math.max(arrival, problem.arrival(task));
      reach = Math.max(reach, problem.latestCompletion(task));
    }
    double longest = uncertainty.longestSeconds();
    double horizon =
        Math.min(Math.max(arrival, reach) + longest, arrival + longest * problem.tasks());
    double perSecond = FINEST_PER_SECOND;
    while (horizon * perSecond > HORIZON) {
      perSecond /= 10;
    }
    return perSecond;
  }

  /** The last unit at which the task is still worth it by its own function. */
  private int latestUnits(int task) {
    double units = Math.floor(problem.latestCompletion(task) * perSecond + ROUNDING);
    int last = (int) Math.clamp(units, -1, Integer.MAX_VALUE);
    boolean isWorth = !problem.mayDrop() || utility(task, last) >= problem.utilityThreshold();
    return last < 0 || last == Integer.MAX_VALUE || isWorth ? last : last - 1;
  }

  private void fill(int type, int mode, Uncertainty uncertainty) {
    double[] seconds = uncertainty.seconds(type, mode).shares(SHARES);
    double[] watts = uncertainty.watts(type, mode).shares(SHARES);
    int[] time = new int[SHARES];
    float[] power = new float[SHARES];
    for (int share = 0; share < SHARES; share++) {
      time[share] = (int) Math.rint(seconds[share] * perSecond);
      power[share] = (float) (watts[share] / perSecond);
    }
    times[type * problem.modes() + mode] = time;
    powers[type * problem.modes() + mode] = power;
  }

  /**
   * Samples of distributions.
   *
   * @param count of each task, at least 1
   * @param seed of all uniform numbers; a larger count begins with the samples of a smaller one
   */
  public static SampledOutcomes of(
      StaticProblem problem, Uncertainty uncertainty, int count, long seed) {
    Arguments.refuse(count < 1, "there are %s samples; expected at least 1", count);
    byte[][] shares = new byte[problem.tasks()][2 * count];
    SplittableRandom random = new SplittableRandom(seed);
    for (int task = 0; task < shares.length; task++) {
      SplittableRandom times = random.split();
      SplittableRandom powers = random.split();
      for (int n = 0; n < count; n++) {
        shares[task][n] = (byte) (times.nextDouble() * SHARES);
        shares[task][count + n] = (byte) (powers.nextDouble() * SHARES);
      }
    }
    return new SampledOutcomes(problem, uncertainty, shares);
  }

  public StaticProblem problem() {
    return problem;
  }

  /** How many samples there are of each task. */
  public int count() {
    return count;
  }

  /** The unit of all times, in seconds. */
  public double unitSeconds() {
    return 1 / perSecond;
  }

  /** When a task arrives, in units. */
  int arrival(int task) {
    return arrivals[task];
  }

  /** The latest completion at which a task is worth it, in units; negative if none is. */
  int latest(int task) {
    return latest[task];
  }

  /** What a task earns by a completion in units. */
  double utility(int task, int completion) {
    return problem.utility(task).of((completion - arrivals[task]) / perSecond);
  }

  /** The execution time of a task in units. */
  int time(int sample, int task, int mode) {
    return times(problem.type(task), mode)[shares[task][sample]];
  }

  /** The energy of the execution. */
  double joules(int sample, int task, int mode) {
    float power = powers(problem.type(task), mode)[shares[task][count + sample]];
    return (double) time(sample, task, mode) * power;
  }

  /** By sample the share of the time, and then that of the power; not to be changed. */
  byte[] shares(int task) {
    return shares[task];
  }

  /** By share, in units; not to be changed. */
  int[] times(int type, int mode) {
    return Objects.requireNonNull(times[type * problem.modes() + mode], "cannot run");
  }

  /** By share, in joules per unit of time; not to be changed. */
  float[] powers(int type, int mode) {
    return Objects.requireNonNull(powers[type * problem.modes() + mode], "cannot run");
  }
}
