package org.espalier.core.pricing;

import java.util.ArrayList;
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
  private final List<OfType> types = new ArrayList<>();
  private double elapsed;
  private final NewArrivals arrivals = new NewArrivals();

  /** What arrived of a type; what is forgotten counts no more. */
  private static final class OfType {
    private double count;
    private double withDeadline;

    /** The sum of the logarithms of the deadline lengths. */
    private double logs;

    private final WorthClasses worths = new WorthClasses();

    void add(Task task, double worth) {
      count++;
      worths.add(worth, 1);
      if (task.deadline() != Task.NO_DEADLINE) {
        logs += Math.log(Math.max(1, task.deadline() - task.arrival()));
        withDeadline++;
      }
    }

    void keep(double share) {
      count *= share;
      logs *= share;
      withDeadline *= share;
      worths.keep(share);
    }
  }

  /** Nothing has been seen, and no more is known than a forecast says. */
  ArrivalRates(Forecast forecast) {
    this.forecast = forecast;
  }

  /** Counts the tasks that have arrived since the last event. */
  void observe(MappingEvent event) {
    while (types.size() < event.system().pet().taskTypes()) {
      types.add(new OfType());
    }
    if (arrivals.last() != Long.MIN_VALUE) {
      forget(event.now() - arrivals.last());
    }
    arrivals
        .observe(event)
        .forEach(task -> types.get(task.type()).add(task, event.rules().worth(task)));
  }

  /** Some ticks have passed. As long as no task had a deadline, nothing is forgotten. */
  private void forget(long passed) {
    double memory = MEMORY * meanLength();
    if (memory == 0) {
      elapsed += passed;
    } else {
      double kept = Math.exp(-passed / memory);
      elapsed = kept * elapsed + (1 - kept) * memory;
      types.forEach(each -> each.keep(kept));
    }
  }

  /** How many tasks of a type arrived lately, in two mean deadline lengths. */
  double lately(int type) {
    return types.get(type).count;
  }

  /** What tasks of a type are worth that arrived lately. */
  WorthClasses worths(int type) {
    return types.get(type).worths;
  }

  /** Expected arrivals of a type in so many ticks. */
  double expected(int type, double ticks, long now) {
    long until = now + (long) Math.ceil(ticks);
    if (forecast.knows(now, until)) {
      double more = 1.0 / types.size() / forecast.known() * ticks;
      return forecast.expected(type, now, until) + more;
    }
    double time = Math.max(1, Math.max(elapsed, meanLength()));
    return (types.get(type).count + 1.0 / types.size()) / time * ticks;
  }

  /**
   * The mean time from arrival to deadline over all types; 0 if no task had a deadline. It is a
   * geometric mean, in whole ticks: one task in thousands that has a month, where others have
   * seconds, is not to make all loads look light.
   */
  double meanLength() {
    double tasks = types.stream().mapToDouble(each -> each.withDeadline).sum();
    return tasks == 0
        ? 0
        : Math.round(Math.exp(types.stream().mapToDouble(each -> each.logs).sum() / tasks));
  }

  /** The mean time from arrival to deadline of a type, or else that of all types. */
  double length(int type) {
    double tasks = types.get(type).withDeadline;
    return tasks == 0 ? meanLength() : Math.round(Math.exp(types.get(type).logs / tasks));
  }
}
