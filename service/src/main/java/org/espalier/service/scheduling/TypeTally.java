package org.espalier.service.scheduling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.espalier.core.allocation.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.Figures;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;

/** Counts tasks by their types and machines. Safe for use by many threads. */
final class TypeTally {
  private final long tickNanos;
  private final Map<String, LongAdder> submitted = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> repeated = new ConcurrentHashMap<>();
  private final Map<Figures.Left, LongAdder> left = new ConcurrentHashMap<>();
  private final Map<String, LatencyHistogram> waiting = new ConcurrentHashMap<>();
  private final Map<String, LatencyHistogram> response = new ConcurrentHashMap<>();

  /**
   * One that begins with nothing.
   *
   * @param tickNanos what a tick is
   */
  TypeTally(long tickNanos) {
    this.tickNanos = tickNanos;
  }

  void submitted(LiveTask task) {
    submitted.computeIfAbsent(type(task), t -> new LongAdder()).increment();
  }

  /** A task of a type is to run again, and that is durable. */
  void repeated(String type) {
    repeated.computeIfAbsent(type, t -> new LongAdder()).increment();
  }

  private static String type(LiveTask task) {
    return task.submission().type();
  }

  /** A task has left, and that is durable. */
  void left(LiveTask task, Ending ending) {
    Figures.Left how = new Figures.Left(type(task), task.run().map(Run::machine), ending.fate());
    left.computeIfAbsent(how, h -> new LongAdder()).increment();
    task.run()
        .filter(run -> run.hasStarted() && task.attempts() == 1)
        .ifPresent(run -> add(run.start() - task.arrival(), type(task), waiting));
    if (ending.fate() == Fate.ON_TIME || ending.fate() == Fate.LATE) {
      add(ending.time() - task.arrival(), type(task), response);
    }
  }

  private void add(long ticks, String type, Map<String, LatencyHistogram> histograms) {
    histograms.computeIfAbsent(type, t -> LatencyHistogram.slow()).add(ticks * tickNanos);
  }

  Figures.ByType figures() {
    return new Figures.ByType(
        sums(submitted), sums(repeated), sums(left), shots(waiting), shots(response));
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> counts) {
    return counts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().sum()));
  }

  private static Map<String, Figures.Histogram> shots(Map<String, LatencyHistogram> histograms) {
    return histograms.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().snapshot()));
  }
}
