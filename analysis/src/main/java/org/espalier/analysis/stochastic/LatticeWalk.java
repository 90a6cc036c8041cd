package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Walks along the tasks of a machine with the whole distribution of when it is ready, on a lattice.
 * Not for several threads.
 *
 * <p><b>Inside.</b> A task begins when the machine is ready or the task arrives, whichever is
 * later; convolution with its execution time gives the distribution of its completion. Where that
 * is too late to be worth it, the task is dropped and the machine stays ready when it was: a case
 * of its own for each outcome. For variances and the covariance the mean utility and energy so far
 * are carried along for each instant at which the machine may be ready. Outermost instants of
 * together less than {@value #NEGLIGIBLE} are left out.
 */
final class LatticeWalk implements MachineWalk<MachineMoments> {
  private static final double NEGLIGIBLE = 1e-13;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final int NO_LIMIT = Integer.MAX_VALUE / 2;

  private final StaticProblem problem;
  private final LatticeTimes times;
  private final double step;
  private final boolean withSpread;
  private MachineMoments now;

  LatticeWalk(StaticProblem problem, LatticeTimes times, double step, boolean withSpread) {
    this.problem = problem;
    this.times = times;
    this.step = step;
    this.withSpread = withSpread;
    this.now = MachineMoments.ofIdle(withSpread);
  }

  @Override
  public void begin() {
    now = MachineMoments.ofIdle(withSpread);
  }

  @Override
  public void begin(MachineMoments from) {
    now = from;
  }

  @Override
  public MachineMoments state() {
    return now;
  }

  @Override
  public void step(int task, int mode) {
    completions(task, mode);
  }

  /** One more task; by step from the first on, the probability that it completes then. */
  Completions completions(int task, int mode) {
    Completions completions = new Completions(task, mode);
    now = completions.after();
    return completions;
  }

  /**
   * Values by step of when the machine is ready, moved to when the task begins: at its arrival,
   * which is a share above a step, or later.
   */
  private static double[] started(double[] values, int from, int arrival, double above) {
    if (from > arrival || (from == arrival && above == 0)) {
      return values;
    }
    int waiting = Math.min(arrival + 1 - from, values.length);
    double[] started = new double[Math.max(2, values.length - (arrival - from))];
    for (int i = 0; i < waiting; i++) {
      started[0] += values[i] * (1 - above);
      started[1] += values[i] * above;
    }
    for (int i = waiting; i < values.length; i++) {
      started[from + i - arrival] += values[i];
    }
    return started;
  }

  /** What becomes of a task, and of the machine by it. */
  final class Completions {
    private final int task;
    private final LatticeTimes.Times time;
    private final int arrival;
    private final double above;
    private final int start;
    private final int limit;
    private final int first;
    private final double costPerSecond;

    /** By step from the first on. */
    private final double[] masses;

    Completions(int task, int mode) {
      this.task = task;
      this.time = times.get(problem.type(task), mode);
      double steps = problem.arrival(task) / step;
      this.arrival = (int) Lattice.floor(steps);
      this.above = Math.max(0, steps - arrival);
      this.start = Math.max(now.from(), arrival);
      this.limit = lastWorth(problem.latestCompletion(task));
      this.first = start + time.earliest();
      this.costPerSecond =
          problem.system().machineTypes().get(problem.machineTypeOfMode(mode)).pricePerHour()
              / SECONDS_PER_HOUR;
      this.masses = convolved(startsOf(now.ready()), time.masses());
    }

    private int lastUpTo(double instant) {
      return (int) Math.clamp(Lattice.floor(instant / step), -1, NO_LIMIT);
    }

    /** To the last bit: the latest completion may be just before a step at which utility falls. */
    private int lastWorth(double latest) {
      int last = lastUpTo(latest);
      return last < NO_LIMIT && last * step > latest ? last - 1 : last;
    }

    int first() {
      return first;
    }

    /** By step from the first on, the probability that the task completes then. */
    double[] masses() {
      return masses;
    }

    private double[] startsOf(double[] whenReady) {
      return started(whenReady, now.from(), arrival, above);
    }

    /** Up to the limit; at least one step. */
    private double[] convolved(double[] starts, double[] lengths) {
      int most = Math.clamp((long) limit - first + 1, 0, starts.length + lengths.length - 1);
      double[] sums = new double[most];
      for (int s = 0; s < Math.min(most, starts.length); s++) {
        double mass = starts[s];
        int count = Math.min(lengths.length, most - s);
        if (mass != 0) {
          addTimes(sums, s, lengths, mass, count);
        }
      }
      return sums;
    }

    private MachineMoments after() {
      double[] starts = startsOf(now.ready());
      double[] utilities = times.utilities().of(task, first, masses.length);
      double seconds = 0;
      double executed = 0;
      for (int s = 0; s < starts.length; s++) {
        seconds += starts[s] * time.secondsUpTo(limit - start - s);
        executed += starts[s] * time.upTo(limit - start - s);
      }
      double utility = 0;
      double squares = 0;
      double onTime = 0;
      int deadline = lastUpTo(problem.deadline(task));
      for (int c = 0; c < masses.length; c++) {
        utility += masses[c] * utilities[c];
        squares += masses[c] * utilities[c] * utilities[c];
        onTime += first + c <= deadline ? masses[c] : 0;
      }
      Spread spread = withSpread ? new Spread(utilities) : new Spread();
      return trimmed(
          spread,
          new double[] {
            now.utility() + utility,
            now.joules() + seconds * time.watts(),
            now.cost() + seconds * costPerSecond,
            now.onTime() + onTime,
            now.dropped() + 1 - executed,
            now.squareUtility() + squares + spread.squareUtility,
            now.squareJoules() + spread.squareJoules,
            now.product() + spread.product
          });
    }

    /** The arrays of what is known when the machine is ready, and sums of second moments. */
    private final class Spread {
      private final int from;
      private final double[] ready;
      private double[] utilityThen = new double[0];
      private double[] joulesThen = new double[0];
      private double squareUtility;
      private double squareJoules;
      private double product;

      Spread() {
        from = Math.min(now.from(), masses.length == 0 ? now.from() : first);
        ready = merged(masses, now.ready());
      }

      Spread(double[] utilities) {
        this();
        double[] starts = startsOf(now.ready());
        double[] utilityStarts = startsOf(now.utilityThen());
        double[] joulesStarts = startsOf(now.joulesThen());
        double[] utilityBefore = convolved(utilityStarts, time.masses());
        double[] joulesBefore = convolved(joulesStarts, time.masses());
        double[] secondsNow = convolved(starts, secondsOf());
        for (int c = 0; c < masses.length; c++) {
          double joulesNow = secondsNow[c] * time.watts();
          squareUtility += 2 * utilities[c] * utilityBefore[c];
          product += utilities[c] * (joulesBefore[c] + joulesNow);
          utilityBefore[c] += utilities[c] * masses[c];
          joulesBefore[c] += joulesNow;
        }
        for (int s = 0; s < starts.length; s++) {
          double seconds = time.secondsUpTo(limit - start - s) * time.watts();
          squareJoules +=
              2 * joulesStarts[s] * seconds
                  + starts[s] * time.squaresUpTo(limit - start - s) * time.squareWatts();
          product += utilityStarts[s] * seconds;
        }
        utilityThen = merged(utilityBefore, now.utilityThen());
        joulesThen = merged(joulesBefore, now.joulesThen());
      }

      private double[] secondsOf() {
        double[] seconds = time.masses().clone();
        for (int k = 0; k < seconds.length; k++) {
          seconds[k] *= (time.earliest() + k) * step;
        }
        return seconds;
      }

      /** Executed, and dropped: the machine stays ready when it was. */
      private double[] merged(double[] executed, double[] before) {
        boolean mayDrop =
            limit < start + before.length + 1 + time.earliest() + time.masses().length;
        int end = first + executed.length;
        double[] merged =
            new double[Math.max(end, mayDrop ? now.from() + before.length : end) - from];
        System.arraycopy(executed, 0, merged, Math.max(0, first - from), executed.length);
        for (int r = 0; mayDrop && r < before.length; r++) {
          merged[now.from() + r - from] += before[r] * dropChance(now.from() + r);
        }
        return merged;
      }

      private double dropChance(int ready) {
        return ready >= arrival + 1 || (ready == arrival && above == 0)
            ? 1 - time.upTo(limit - ready)
            : 1 - (1 - above) * time.upTo(limit - arrival) - above * time.upTo(limit - arrival - 1);
      }
    }

    private MachineMoments trimmed(Spread spread, double[] sums) {
      double[] ready = spread.ready;
      int low = 0;
      int high = ready.length;
      for (double cut = 0; low + 1 < high && cut + ready[low] < NEGLIGIBLE; low++) {
        cut += ready[low];
      }
      for (double cut = 0; high - 1 > low && cut + ready[high - 1] < NEGLIGIBLE; high--) {
        cut += ready[high - 1];
      }
      return new MachineMoments(
          spread.from + low,
          Arrays.copyOfRange(ready, low, high),
          withSpread ? Arrays.copyOfRange(spread.utilityThen, low, high) : spread.utilityThen,
          withSpread ? Arrays.copyOfRange(spread.joulesThen, low, high) : spread.joulesThen,
          sums[0],
          sums[1],
          sums[2],
          sums[3],
          sums[4],
          sums[5],
          sums[6],
          sums[7]);
    }
  }

  private static void addTimes(double[] sums, int from, double[] values, double factor, int count) {
    for (int k = 0; k < count; k++) {
      sums[from + k] += values[k] * factor;
    }
  }
}
