package org.espalier.core.pricing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.Task;

/**
 * Samples of the tasks that have arrived: of all of them, each as likely to be among them as any
 * other, and the latest ones. Not safe for use by several threads.
 */
final class ArrivalSamples {
  /** Number of samples of either kind at most. */
  static final int MOST = 2000;

  private static final int STREAM = 6;

  private final long seed;
  private final List<Sample> all = new ArrayList<>();
  private final Deque<Sample> recent = new ArrayDeque<>();
  private int seen;
  private long first = Long.MAX_VALUE;
  private NewArrivals arrivals = new NewArrivals();

  /** Nothing has arrived; the seed decides which tasks stay among the samples of all. */
  ArrivalSamples(long seed) {
    this.seed = seed;
  }

  /** An independent one that has seen the same. */
  ArrivalSamples copy() {
    ArrivalSamples copy = new ArrivalSamples(seed);
    copy.all.addAll(all);
    copy.recent.addAll(recent);
    copy.seen = seen;
    copy.first = first;
    copy.arrivals = arrivals.copy();
    return copy;
  }

  /**
   * Takes the tasks that have arrived since the last event, in order of arrival.
   *
   * @param window how long a task is recent, ticks
   */
  void observe(MappingEvent event, double window, Function<Task, Sample> sampling) {
    List<Task> arrived = arrivals.observe(event);
    arrived.sort(Comparator.comparingLong(Task::arrival).thenComparingInt(Task::id));
    arrived.forEach(task -> add(task, sampling.apply(task)));
    double since = event.now() - window;
    while (!recent.isEmpty() && (recent.size() > MOST || recent.peek().task().arrival() < since)) {
      recent.remove();
    }
  }

  private void add(Task task, Sample sample) {
    first = Math.min(first, task.arrival());
    recent.add(sample);
    if (all.size() < MOST) {
      all.add(sample);
    } else {
      int place = (int) (UnitStream.of(seed, STREAM, seen, 0) * (seen + 1));
      if (place < MOST) {
        all.set(place, sample);
      }
    }
    seen++;
  }

  /** Makes all samples anew, as where times have become others. */
  void renew(Function<Task, Sample> sampling) {
    all.replaceAll(sample -> sampling.apply(sample.task()));
    List<Sample> kept = List.copyOf(recent);
    recent.clear();
    kept.forEach(sample -> recent.add(sampling.apply(sample.task())));
  }

  /** Number of tasks that have arrived. */
  int seen() {
    return seen;
  }

  /** Samples of all tasks, with the rate at which these arrived. */
  SampleSet all() {
    double elapsed = arrivals.last() - first;
    return new SampleSet(all.toArray(Sample[]::new), elapsed > 0 ? (seen - 1) / elapsed : 0);
  }

  /** The latest tasks, with their rate. */
  SampleSet recent(double window) {
    Sample[] samples = recent.toArray(Sample[]::new);
    if (samples.length == 0) {
      return new SampleSet(samples, 0);
    }
    boolean isWhole = seen == samples.length || samples.length >= MOST;
    double elapsed = isWhole ? arrivals.last() - samples[0].task().arrival() : window;
    int counted = isWhole ? samples.length - 1 : samples.length;
    return new SampleSet(samples, elapsed > 0 ? counted / elapsed : 0);
  }
}
