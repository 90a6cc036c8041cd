package org.espalier.core.pricing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private final long hour;
  private final List<Hour> hours;
  private final double[][] rates;

  /**
   * An hour.
   *
   * @param number of the hour, counted from time 0 of the workload
   * @param known how many ticks of it are known
   */
  record Hour(long number, List<Task> tasks, long known) {}

  private Forecast(String name, Duration start, long hour, List<Hour> hours) {
    this.name = Objects.requireNonNull(name, "name");
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

  /** One that is yet to be read; {@link #NONE} if its name is none. */
  public static Forecast named(String name) {
    return new Forecast(name, Duration.ZERO, 1, List.of());
  }

  /** All of a workload, from time 0 to its last arrival. */
  public static Forecast of(String name, Workload workload, Duration tick) {
    List<Task> tasks = workload.tasks();
    return of(name, tasks, 0, tasks.isEmpty() ? 1 : tasks.getLast().arrival() + 1, tick);
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
          "a forecast of ticks %d to %d; expected some, and all tasks to arrive in them"
              .formatted(from, to));
    }
    long hour = Math.max(1, HOUR.dividedBy(tick));
    List<Hour> hours = new ArrayList<>();
    int next = 0;
    for (long h = Math.floorDiv(from, hour); h * hour < to; h++) {
      int first = next;
      while (next < tasks.size() && tasks.get(next).arrival() < (h + 1) * hour) {
        next++;
      }
      long known = Math.min(to, (h + 1) * hour) - Math.max(from, h * hour);
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
  boolean knows(long from, long to) {
    if (!isRead()) {
      throw new IllegalStateException("forecast %s has not been read".formatted(name));
    }
    if (isNone() || hours.size() >= HOURS_A_DAY) {
      return !isNone();
    }
    boolean knows = to - from <= HOURS_A_DAY * hour;
    for (long time = from; knows && time < to; time = nextHour(time)) {
      knows = at(time) >= 0;
    }
    return knows;
  }

  /** Index of the hour that tells the load at a time; negative if none does. */
  int at(long time) {
    long day = HOURS_A_DAY * hour;
    long first = hours.getFirst().number() * hour;
    long end = first + hours.size() * hour;
    long told = time - startTick();
    if (told >= end) {
      told -= Math.ceilDiv(told - end + 1, day) * day;
    } else if (told < first) {
      told += Math.ceilDiv(first - told, day) * day;
    }
    return told < first || told >= end ? -1 : (int) ((told - first) / hour);
  }

  private long startTick() {
    return Math.round((double) start.toNanos() / HOUR.toNanos() * hour);
  }

  private long nextHour(long time) {
    return time + hour - Math.floorMod(time - startTick(), hour);
  }

  /** How many ticks of a stretch of time that it knows fall into each of its hours. */
  double[] spans(long from, long to) {
    double[] spans = new double[hours.size()];
    for (long time = from; time < to; time = nextHour(time)) {
      spans[at(time)] += Math.min(to, nextHour(time)) - time;
    }
    return spans;
  }

  /** Expected arrivals of a task type in a stretch of time that it knows. */
  double expected(int type, long from, long to) {
    double[] spans = spans(from, to);
    double sum = 0;
    for (int h = 0; h < spans.length; h++) {
      sum += type < rates[h].length ? spans[h] * rates[h][type] : 0;
    }
    return sum;
  }

  /** How many ticks it knows. */
  long known() {
    return hours.stream().mapToLong(Hour::known).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Forecast f
        && name.equals(f.name)
        && start.equals(f.start)
        && hour == f.hour
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
