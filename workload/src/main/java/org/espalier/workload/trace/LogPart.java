package org.espalier.workload.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;

/**
 * The part of a log that one trial meets, with times that count from its beginning. So a trial does
 * not hang on where the clock of a log began.
 *
 * @param workload its tasks
 * @param begin when it begins by the clock of the log, in ticks
 * @param offset how long after the log is taken to begin, in ticks
 * @param before how many tasks arrive before the log is taken to begin
 */
public record LogPart(Workload workload, long begin, long offset, int before) {
  /** A workload whose times count from its beginning already. */
  public static LogPart whole(Workload workload) {
    return new LogPart(workload, 0, 0, 0);
  }

  /** All of a log from a time on. */
  public static LogPart from(Workload log, long begin) {
    return of(log, begin, 0, TimeSpan.NEVER);
  }

  /**
   * A window of a log; a task is in it if it arrives in it.
   *
   * @param begin when the first one begins
   * @param length of each
   * @param number of the window, from 1
   */
  public static LogPart window(Workload log, long begin, long length, int number) {
    long offset = offset(length, number);
    return of(log, begin, offset, begin + offset + length);
  }

  /** How long after the log is taken to begin a window of it does. */
  public static long offset(long length, int number) {
    return (number - 1) * length;
  }

  private static LogPart of(Workload log, long begin, long offset, long end) {
    List<Task> tasks = new ArrayList<>();
    Map<Integer, RecordedTime> recorded = new HashMap<>();
    int before = 0;
    for (Task task : log.tasks()) {
      before += task.arrival() < begin ? 1 : 0;
      if (task.arrival() >= begin + offset && task.arrival() < end) {
        Optional.ofNullable(log.recorded().get(task.id()))
            .ifPresent(time -> recorded.put(tasks.size(), time));
        tasks.add(task.arriving(tasks.size(), task.arrival() - begin - offset));
      }
    }
    return new LogPart(new Workload(log.name(), tasks, recorded), begin + offset, offset, before);
  }

  /** A log by a clock that began some ticks later. */
  public static Workload moved(Workload log, long later) {
    return new Workload(
        log.name(),
        log.tasks().stream()
            .map(task -> task.arriving(task.id(), task.arrival() - later))
            .toList());
  }

  /** When the first task of a log arrives, in ticks. */
  public static long firstArrival(Workload log) {
    return log.tasks().isEmpty() ? 0 : log.tasks().getFirst().arrival();
  }

  /** When the last task of a log arrives, in ticks. */
  public static long lastArrival(Workload log) {
    return log.tasks().isEmpty() ? 0 : log.tasks().getLast().arrival();
  }

  /** The same with all arrivals divided by a load, and as long to the deadlines as before. */
  public LogPart faster(double load) {
    if (load == 1) {
      return this;
    }
    List<Task> tasks =
        workload.tasks().stream()
            .map(task -> task.arriving(task.id(), Math.round(task.arrival() / load)))
            .toList();
    return new LogPart(
        new Workload(workload.name(), tasks, workload.recorded()), begin, offset, before);
  }
}
