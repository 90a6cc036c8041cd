package org.espalier.core.utility;

import java.time.Duration;
import java.util.List;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * A utility function of priority, urgency and utility class (DISSERTATION equation 1). A task is
 * worth all of its priority for a first interval after the arrival, then interval by interval less.
 * Within each interval its worth decays exponentially towards that at the beginning of the next. A
 * time on the border of two intervals belongs to the later one, so the worth falls in steps there.
 *
 * @param priority what the task is worth at most
 * @param decayPerMinute the rate rho
 * @param utilityClass the shape
 * @param firstIntervalMinutes how long it is worth all of it
 * @param ticksPerMinute the ticks of a minute
 */
public record DecayingUtility(
    double priority,
    double decayPerMinute,
    UtilityClass utilityClass,
    double firstIntervalMinutes,
    double ticksPerMinute)
    implements UtilityFunction {
  public DecayingUtility {
    Arguments.notNegative(priority, "priority of a utility function");
    Arguments.notNegative(decayPerMinute, "decay per minute of a utility function");
    Arguments.notNegative(firstIntervalMinutes, "first interval in minutes of a utility function");
    Arguments.refuse(
        !(ticksPerMinute > 0), "a minute has %s ticks; expected a positive number", ticksPerMinute);
  }

  /** The ticks of a minute. */
  public static double ticksPerMinute(Duration tick) {
    return 60e9 / tick.toNanos();
  }

  @Override
  public double of(Task task, long completion) {
    double minutes = (completion - task.arrival()) / ticksPerMinute;
    if (minutes < firstIntervalMinutes) {
      return priority;
    }
    List<UtilityClass.Interval> intervals = utilityClass.intervals();
    int last = intervals.size() - 1;
    int k = 0;
    while (k < last && minutes >= firstIntervalMinutes + intervals.get(k + 1).offsetMinutes()) {
      k++;
    }
    UtilityClass.Interval interval = intervals.get(k);
    double next = k == last ? 0 : intervals.get(k + 1).share() * priority;
    double since = minutes - (firstIntervalMinutes + interval.offsetMinutes());
    double rate = interval.decayModifier() * decayPerMinute;
    return (interval.share() * priority - next) * Math.exp(-rate * since) + next;
  }
}
