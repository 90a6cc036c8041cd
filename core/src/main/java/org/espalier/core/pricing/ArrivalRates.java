package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.model.Task;

/**
 * How many tasks of each type arrive, and how long they have. The rate is what has arrived so far
 * over the time since the first arrival. One more arrival in that time is spread over all types, so
 * that none is taken to never come. The time is a mean deadline length at least, so that the first
 * tasks are not taken for a rush. Where the hours of a forecast know how many come, these tell it
 * instead.
 */
final class ArrivalRates {
  /** What arrived so many mean deadline lengths ago counts for a third. */
  static final double MEMORY = 2;

  private final Forecast forecast;
  private double[] counts = {};

  /** The sum of the logarithms of the deadline lengths, by type. */
  private double[] logs = {};

  private double[] withDeadline = {};

  /** What arrived is worth, by type. */
  private final List<WorthClasses> worths = new ArrayList<>();

  private double elapsed;
  private final NewArrivals arrivals = new NewArrivals();

  /** Nothing has been seen, and no more is known than a forecast says. */
  ArrivalRates(Forecast forecast) {
    this.forecast = forecast;
  }

  /** Counts the tasks that have arrived since the last event. */
  void observe(MappingEvent event) {
    int types = event.system().pet().taskTypes();
    if (counts.length < types) {
      counts = Arrays.copyOf(counts, types);
      logs = Arrays.copyOf(logs, types);
      withDeadline = Arrays.copyOf(withDeadline, types);
    }
    while (worths.size() < types) {
      worths.add(new WorthClasses());
    }
    if (arrivals.last() != Long.MIN_VALUE) {
      forget(event.now() - arrivals.last());
    }
    arrivals.observe(event).forEach(task -> count(task, event.rules().worth(task)));
  }

  /** Some ticks have passed. As long as no task had a deadline, nothing is forgotten. */
  private void forget(long passed) {
    double memory = MEMORY * meanLength();
    if (memory == 0) {
      elapsed += passed;
    } else {
      double kept = Math.exp(-passed / memory);
      elapsed = kept * elapsed + (1 - kept) * memory;
      for (int i = 0; i < counts.length; i++) {
        counts[i] *= kept;
        logs[i] *= kept;
        withDeadline[i] *= kept;
        worths.get(i).keep(kept);
      }
    }
  }

  private void count(Task task, double worth) {
    counts[task.type()]++;
    worths.get(task.type()).add(worth, 1);
    if (task.deadline() != Task.NO_DEADLINE) {
      double length = Math.max(1, task.deadline() - task.arrival());
      logs[task.type()] += Math.log(length);
      withDeadline[task.type()]++;
    }
  }

  /** How many tasks of a type arrived lately, in two mean deadline lengths. */
  double lately(int type) {
    return counts[type];
  }

  /** What tasks of a type are worth that arrived lately. */
  WorthClasses worths(int type) {
    return worths.get(type);
  }

  /** Expected arrivals of a type in so many ticks. */
  double expected(int type, double ticks, long now) {
    long until = now + (long) Math.ceil(ticks);
    if (forecast.knows(now, until)) {
      double more = 1.0 / counts.length / forecast.known() * ticks;
      return forecast.expected(type, now, until) + more;
    }
    double time = Math.max(1, Math.max(elapsed, meanLength()));
    return (counts[type] + 1.0 / counts.length) / time * ticks;
  }

  /**
   * The mean time from arrival to deadline over all types; 0 if no task had a deadline. It is a
   * geometric mean, in whole ticks: one task in thousands that has a month, where others have
   * seconds, is not to make all loads look light.
   */
  double meanLength() {
    double tasks = Arrays.stream(withDeadline).sum();
    return tasks == 0 ? 0 : Math.round(Math.exp(Arrays.stream(logs).sum() / tasks));
  }

  /** The mean time from arrival to deadline of a type, or else that of all types. */
  double length(int type) {
    double tasks = withDeadline[type];
    return tasks == 0 ? meanLength() : Math.round(Math.exp(logs[type] / tasks));
  }
}
