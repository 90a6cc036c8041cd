package org.espalier.core.pricing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * What another day's workload tells of the load to come, hour by hour.
 *
 * <p>Behind its end the load is taken to be that of 24 hours before, and ahead of its beginning
 * that of 24 hours later, as often as needed. One that is shorter than a day so leaves hours of
 * which it knows nothing. An hour at either end of which less than half is known is left out,
 * unless it is the only one.
 *
 * <p>One that has only a name stands for a workload that is yet to be read. Immutable.
 */
public final class Forecast {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int HOURS_A_DAY = 24;
  private static final String NO_NAME = "none";

  /** No forecast. */
  public static final Forecast NONE = named(NO_NAME);

  private final String name;
  private final Duration start;

  /** In ticks; a tick need not divide it. */
  private final double hour;

  private final List<Hour> hours;
  private final double[][] rates;

  /**
   * An hour.
   *
   * @param number of the hour, counted from time 0 of the workload
   * @param known how many ticks of it are known
   */
  record Hour(long number, List<Task> tasks, double known) {}

  private Forecast(String name, Duration start, double hour, List<Hour> hours) {
    this.name = name;
    this.start = start;
    this.hour = hour;
    this.hours = List.copyOf(hours);
    this.rates = this.hours.stream().map(Forecast::rates).toArray(double[][]::new);
  }

  private static double[] rates(Hour hour) {
    int types = hour.tasks().stream().mapToInt(Task::type).max().orElse(-1) + 1;
    double[] rates = new double[types];
    hour.tasks().forEach(task -> rates[task.type()] += 1.0 / hour.known());
    return rates;
  }

  /** A forecast that is yet to be read; {@link #NONE} if its name is none. */
  public static Forecast named(String name) {
    return new Forecast(name, Duration.ZERO, 1, List.of());
  }

  /** All of a workload, from time 0 to its last arrival. */
  public static Forecast of(String name, Workload workload, Duration tick) {
    List<Task> tasks = workload.tasks();
    if (tasks.isEmpty()) {
      return of(name, tasks, 0, 1, tick);
    }
    long first = tasks.getFirst().arrival();
    double hour = (double) HOUR.toNanos() / tick.toNanos();
    boolean isOfDay = first >= 0 && first < HOURS_A_DAY * hour;
    long from = isOfDay ? 0 : (long) Math.floor(Math.floor(first / hour) * hour);
    return of(name, tasks, from, tasks.getLast().arrival() + 1, tick);
  }

  /**
   * What arrived in a stretch of time.
   *
   * @param tasks in order of arrival
   * @param from the first tick that is known
   * @param to the tick behind the last one
   * @param tick what one is
   * @throws IllegalArgumentException if the stretch is empty or a task arrived outside of it
   */
  public static Forecast of(String name, List<Task> tasks, long from, long to, Duration tick) {
    boolean isInside =
        tasks.stream().allMatch(task -> task.arrival() >= from && task.arrival() < to);
    if (to <= from || !isInside) {
      throw new IllegalArgumentException(
          "a forecast of ticks %s to %s; expected some, and all tasks to arrive in them"
              .formatted(from, to));
    }
    double hour = (double) HOUR.toNanos() / tick.toNanos();
    List<Hour> hours = new ArrayList<>();
    int next = 0;
    for (long h = (long) Math.floor(from / hour); h * hour < to; h++) {
      int first = next;
      while (next < tasks.size() && tasks.get(next).arrival() < (h + 1) * hour) {
        next++;
      }
      double known = Math.min(to, (h + 1) * hour) - Math.max(from, h * hour);
      hours.add(new Hour(h, List.copyOf(tasks.subList(first, next)), known));
    }
    if (hours.size() > 1 && hours.getLast().known() < hour / 2) {
      hours.removeLast();
    }
    if (hours.size() > 1 && hours.getFirst().known() < hour / 2) {
      hours.removeFirst();
    }
    return new Forecast(name, Duration.ZERO, hour, hours);
  }

  /** The same with time 0 of the workload at another time. */
  public Forecast startingAt(Duration time) {
    return new Forecast(name, time, hour, hours);
  }

  /** Time 0 of the workload. */
  public Duration start() {
    return start;
  }

  /** What users call it: a file, or {@code none}. */
  public String name() {
    return name;
  }

  /** Whether there is none. */
  public boolean isNone() {
    return equals(NONE);
  }

  /** Whether there is nothing to be read any more. */
  public boolean isRead() {
    return isNone() || !hours.isEmpty();
  }

  /** The hours that it knows. */
  List<Hour> hours() {
    return hours;
  }

  /**
   * Whether it knows all hours of a stretch of time.
   *
   * @throws IllegalStateException if it has not been read
   */
  public boolean knows(long from, long to) {
    if (!isRead()) {
      throw new IllegalStateException("forecast %s has not been read".formatted(name));
    }
    if (isNone() || hours.size() >= HOURS_A_DAY) {
      return !isNone();
    }
    boolean knows = to - from <= HOURS_A_DAY * hour;
    for (long h = hourOf(from); knows && begin(h) < to; h++) {
      knows = index(h) >= 0;
    }
    return knows;
  }

  /** Index of the hour that tells the load at a time; negative if none does. */
  int at(long time) {
    return index(hourOf(time));
  }

  /** When the next of its hours begins, in ticks. */
  public long nextHour(long time) {
    return Math.max(time + 1, (long) Math.ceil(begin(hourOf(time) + 1)));
  }

  /** Tasks of a type that arrive in a tick, in the mean over all that it knows. */
  public double rate(int type) {
    return ofType(type).count() / known();
  }

  /**
   * How long tasks of a type have from arrival to deadline, in ticks: their geometric mean. It is
   * infinite where one has no deadline, or none arrives.
   */
  public double length(int type) {
    return Math.exp(
        ofType(type)
            .mapToDouble(task ->
                task.deadline() == Task.NO_DEADLINE
                    ? Double.POSITIVE_INFINITY
                    : Math.log(Math.max(1, task.deadline() - task.arrival())))
            .average()
            .orElse(Double.POSITIVE_INFINITY));
  }

  private Stream<Task> ofType(int type) {
    return hours.stream()
        .flatMap(hour -> hour.tasks().stream())
        .filter(task -> task.type() == type);
  }

  /** The hour of a time, counted from time 0 of the workload. */
  private long hourOf(long time) {
    return (long) Math.floor((time - startTick()) / hour);
  }

  private double begin(long hourNumber) {
    return startTick() + hourNumber * hour;
  }

  private long startTick() {
    return Math.round((double) start.toNanos() / HOUR.toNanos() * hour);
  }

  private int index(long hourNumber) {
    long first = hours.getFirst().number();
    long end = first + hours.size();
    long told = hourNumber;
    if (told >= end) {
      told -= Math.ceilDiv(told - end + 1, HOURS_A_DAY) * HOURS_A_DAY;
    } else if (told < first) {
      told += Math.ceilDiv(first - told, HOURS_A_DAY) * HOURS_A_DAY;
    }
    return told < first || told >= end ? -1 : (int) (told - first);
  }

  /** How many ticks of a stretch of time that it knows fall into each of its hours. */
  double[] spans(long from, long to) {
    double[] spans = new double[hours.size()];
    long h = hourOf(from);
    double time = from;
    while (time < to) {
      long days = wholeDays(h, to);
      for (int told = hours.size() - HOURS_A_DAY; days > 0 && told < hours.size(); told++) {
        spans[told] += days * hour;
      }
      h += days * HOURS_A_DAY;
      time = Math.max(time, begin(h));
      double next = Math.min(to, begin(h + 1));
      spans[index(h)] += Math.max(0, next - time);
      time = next;
      h++;
    }
    return spans;
  }

  /** Number of whole days from an hour on that are told by its last 24 hours each. */
  private long wholeDays(long hourNumber, long to) {
    boolean isBehind = hourNumber >= hours.getFirst().number() + hours.size();
    double left = to - begin(hourNumber);
    return isBehind && hours.size() >= HOURS_A_DAY
        ? Math.max(0, (long) (left / (HOURS_A_DAY * hour)))
        : 0;
  }

  /** Expected arrivals of a task type in a stretch of time that it knows. */
  public double expected(int type, long from, long to) {
    double[] spans = spans(from, to);
    double sum = 0;
    for (int h = 0; h < spans.length; h++) {
      sum += type < rates[h].length ? spans[h] * rates[h][type] : 0;
    }
    return sum;
  }

  /** How many ticks it knows. */
  double known() {
    return hours.stream().mapToDouble(Hour::known).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Forecast f
        && name.equals(f.name)
        && start.equals(f.start)
        && Double.compare(hour, f.hour) == 0
        && hours.equals(f.hours);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, start, hours.size());
  }

  @Override
  public String toString() {
    return name;
  }
}
