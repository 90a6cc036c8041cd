package org.espalier.core.pricing;

import java.util.Arrays;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * When a running task is best stopped, where running tasks may be stopped. That is when its chance
 * of success has begun to grow too slowly for the machine time that it takes. With long tails that
 * is long before its deadline.
 *
 * <p>Where all time costs the same, whatever that is, the best times to stop are corners of the
 * concave hull of chance over expected time. They are found once for each execution time. Not safe
 * for use by several threads.
 */
final class StoppingTimes {
  /** [task type][machine type]. */
  private final @Nullable Corners[][] known;

  /** None is known yet. */
  StoppingTimes(int taskTypes, int machineTypes) {
    known = new Corners[taskTypes][machineTypes];
  }

  /** Whether it is for so many types. */
  boolean isOf(int taskTypes, int machineTypes) {
    return known.length == taskTypes && known[0].length == machineTypes;
  }

  /** What it is worth to gain a chance by some time. */
  @FunctionalInterface
  interface Worth {
    /**
     * What the chance is worth.
     *
     * @param taken the expected time, ticks
     */
    double of(double chance, double taken);
  }

  /**
   * Times at which an execution time is best stopped, at some cost of time or other; rising.
   *
   * @param chances that it has ended by then
   * @param taken how long it has a machine until then, in the mean
   */
  record Corners(Pmf executionTime, long[] times, double[] chances, double[] taken) {
    static Corners of(Pmf executionTime) {
      int most = executionTime.size() + 1;
      long[] times = new long[most];
      double[] chances = new double[most];
      double[] taken = new double[most];
      int count = 1; // the first is that of not starting it at all
      for (int i = 0; i < executionTime.size(); i++) {
        if (executionTime.mass(i) > 0) {
          times[count] = executionTime.time(i);
          chances[count] = executionTime.cumulative(times[count]);
          taken[count] = takenBy(executionTime, times[count]);
          while (count > 1 && isBelow(chances, taken, count - 1)) {
            times[count - 1] = times[count];
            chances[count - 1] = chances[count];
            taken[count - 1] = taken[count];
            count--;
          }
          count++;
        }
      }
      return new Corners(
          executionTime,
          Arrays.copyOfRange(times, 1, count),
          Arrays.copyOfRange(chances, 1, count),
          Arrays.copyOfRange(taken, 1, count));
    }

    /** Whether a point is not above the line between the one before and the one behind it. */
    private static boolean isBelow(double[] chances, double[] taken, int point) {
      double before = (chances[point] - chances[point - 1]) * (taken[point + 1] - taken[point - 1]);
      double both = (chances[point + 1] - chances[point - 1]) * (taken[point] - taken[point - 1]);
      return before <= both;
    }
  }

  private static double takenBy(Pmf executionTime, long time) {
    return time - executionTime.shortfall(time);
  }

  /** How long after its start a task is worth most that is stopped then, ticks. */
  double best(int taskType, int machineType, Pmf executionTime, Pace pace, Worth worth) {
    Corners corners = corners(taskType, machineType, executionTime);
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < corners.times().length; c++) {
      double value = worth.of(corners.chances()[c], pace.factor() * corners.taken()[c]);
      if (value > most) {
        most = value;
        best = c;
      }
    }
    return Math.nextUp(pace.factor() * corners.times()[best]); // not rounded down below it
  }

  /**
   * The last time to stop before a task has to, in ticks; 0 if there is none. At its deadline a
   * task may have taken long for a chance that has not grown since.
   */
  double lastBefore(int taskType, int machineType, Pmf executionTime, Pace pace, double left) {
    long[] times = corners(taskType, machineType, executionTime).times();
    int found = Arrays.binarySearch(times, (long) (left / pace.factor()));
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 0 : Math.nextUp(pace.factor() * times[last]);
  }

  private Corners corners(int taskType, int machineType, Pmf executionTime) {
    Corners corners = known[taskType][machineType];
    if (corners == null || !corners.executionTime().equals(executionTime)) {
      corners = Corners.of(executionTime);
      known[taskType][machineType] = corners;
    }
    return corners;
  }

  /**
   * The most that it is worth to let a running task go on for a while.
   *
   * @param executionTime given that it has not ended yet
   * @param had how long it has had its machine, ticks
   * @param length the time from its start to its deadline, ticks
   * @return negative infinity if it cannot be on time
   */
  static double goingOn(Pmf executionTime, double had, double length, Pace pace, Worth worth) {
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < executionTime.size(); i++) {
      long time = executionTime.time(i);
      if (executionTime.mass(i) > 0 && pace.factor() * time <= length) {
        double taken = pace.factor() * takenBy(executionTime, time) - had;
        most = Math.max(most, worth.of(executionTime.cumulative(time), Math.max(0, taken)));
      }
    }
    return most;
  }
}
