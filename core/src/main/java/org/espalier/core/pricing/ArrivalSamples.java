package org.espalier.core.pricing;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.model.Task;

/**
 * Samples of the tasks that have arrived lately, which stand for those to come. Not safe for use by
 * several threads.
 */
final class ArrivalSamples {
  /** Number of samples at most. */
  static final int MOST = 2000;

  /**
   * How many samples are kept, however old they are: the rate of fewer is too much a matter of
   * chance.
   */
  private static final int FEWEST = 80;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private int seen;
  private long now;
  private final NewArrivals arrivals = new NewArrivals();

  /**
   * Takes the tasks that have arrived since the last event, in order of arrival.
   *
   * @param window how long a task is recent, ticks
   */
  void observe(MappingEvent event, double window, Function<Task, Sample> sampling) {
    List<Task> arrived = arrivals.observe(event);
    arrived.sort(Comparator.comparingLong(Task::arrival).thenComparingInt(Task::id));
    add(arrived, arrivals.last(), window, sampling);
  }

  /** Takes tasks in order of arrival that have arrived by a time, ticks. */
  void add(List<Task> arrived, long time, double window, Function<Task, Sample> sampling) {
    arrived.forEach(task -> samples.add(sampling.apply(task)));
    seen += arrived.size();
    now = time;
    double since = now - window;
    while (samples.size() > MOST
        || (samples.size() > FEWEST && samples.element().task().arrival() < since)) {
      samples.remove();
    }
  }

  /** Makes all samples anew, as where times have become others. */
  void renew(Function<Task, Sample> sampling) {
    List<Sample> kept = List.copyOf(samples);
    samples.clear();
    kept.forEach(sample -> samples.add(sampling.apply(sample.task())));
  }

  /** How often the number of samples has doubled. */
  int doublings() {
    return 32 - Integer.numberOfLeadingZeros(Math.min(seen, MOST));
  }

  /**
   * The samples, with the rate at which these tasks came. The rate is over the window at least, so
   * that the first ones are not taken for a rush.
   *
   * @param window how long a task is recent, ticks
   */
  SampleSet latest(double window) {
    Sample[] latest = samples.toArray(Sample[]::new);
    if (latest.length == 0) {
      return new SampleSet(latest, 0);
    }
    double sinceFirst = now - latest[0].task().arrival();
    boolean fillsWindow = latest.length < Math.min(seen, MOST) && sinceFirst <= window;
    double elapsed = fillsWindow ? window : Math.max(window, sinceFirst);
    int counted = fillsWindow ? latest.length : latest.length - 1;
    return new SampleSet(latest, elapsed > 0 ? counted / elapsed : 0);
  }
}
