package org.espalier.workload.generator;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * A load by type that a log is like. It has the rates of its task types, their deadlines, and how
 * the rate of all changes by the hour of a day where the log is long enough to tell.
 *
 * @param mix rates and deadlines; these are log-normal, or fixed where all are the same
 * @param hourly rates by the hour of a day, counted from the first arrival; empty where the log is
 *     shorter than {@link #LEAST_DAYS} days
 * @param duration from the first arrival to the last
 * @param dispersion variance over mean of the number of arrivals in windows of about ten, beyond
 *     what types and hours explain; 1 for a Poisson process, more for bursts
 * @param distances by task type, the greatest difference of the distribution functions of its
 *     deadlines, found and fitted (Kolmogorov and Smirnov)
 */
public record LoadFit(
    TaskMix mix,
    Optional<ArrivalPattern.Cyclic> hourly,
    Duration duration,
    double dispersion,
    Map<String, Double> distances) {
  /** A log of fewer days tells nothing of its hours. */
  public static final int LEAST_DAYS = 2;

  /** A fit whose dispersion is greater is poor. */
  public static final double MOST_DISPERSION = 1.5;

  /** A fit of deadlines that is farther off is poor. */
  public static final double MOST_DISTANCE = 0.1;

  private static final int DAY = 24;
  private static final int PER_WINDOW = 10;
  private static final int LEAST_TASKS = 100;

  /**
   * Fits a log.
   *
   * @param taskTypes the names of the task types
   * @param tick what one tick is
   * @throws IllegalArgumentException if it has fewer than 100 tasks, all at once, or one without
   *     deadline
   */
  public static LoadFit of(Workload log, List<String> taskTypes, Duration tick) {
    List<Task> tasks = log.tasks();
    Arguments.refuse(
        tasks.size() < LEAST_TASKS, "%s tasks; expected %s or more", tasks.size(), LEAST_TASKS);
    long first = tasks.getFirst().arrival();
    double second = tick.toNanos() / 1e9;
    double[] arrivals =
        tasks.stream().mapToDouble(task -> (task.arrival() - first) * second).toArray();
    double seconds = arrivals[arrivals.length - 1];
    Arguments.refuse(!(seconds > 0), "all tasks arrive at once");
    Map<String, TaskMix.Load> loads = new LinkedHashMap<>();
    Map<String, Double> distances = new LinkedHashMap<>();
    for (int type = 0; type < taskTypes.size(); type++) {
      double[] due = dueAfter(tasks, type, second);
      if (due.length > 0) {
        DeadlineTime deadline = fitted(due);
        loads.put(
            taskTypes.get(type),
            new TaskMix.Load(
                rounded(due.length / seconds), Optional.of(deadline), worths(tasks, type)));
        distances.put(taskTypes.get(type), distance(due, deadline));
      }
    }
    Optional<ArrivalPattern.Cyclic> hourly = hourly(arrivals);
    return new LoadFit(
        new TaskMix(loads, true), hourly, time(seconds), dispersion(arrivals, hourly), distances);
  }

  /** How long after its arrival each task of a type is due, in seconds, in ascending order. */
  private static double[] dueAfter(List<Task> tasks, int type, double second) {
    double[] due =
        tasks.stream()
            .filter(task -> task.type() == type)
            .peek(task ->
                Arguments.refuse(
                    task.deadline() == Task.NO_DEADLINE || task.deadline() <= task.arrival(),
                    "task %s is due at once or never",
                    task.id()))
            .mapToDouble(task -> (task.deadline() - task.arrival()) * second)
            .toArray();
    Arrays.sort(due);
    return due;
  }

  /** What the tasks of a type are worth as they come, each with its share of them. */
  private static SequencedMap<Double, Double> worths(List<Task> tasks, int type) {
    SequencedMap<Double, Double> worths = new TreeMap<>();
    List<Task> its = tasks.stream().filter(task -> task.type() == type).toList();
    its.forEach(task ->
        worths.merge(task.utility().of(task, task.arrival()), 1.0 / its.size(), Double::sum));
    worths.replaceAll((worth, share) -> rounded(share));
    return worths;
  }

  private static DeadlineTime fitted(double[] due) {
    double mean = Arrays.stream(due).map(Math::log).average().orElseThrow();
    double variance = Arrays.stream(due).map(x -> Math.pow(Math.log(x) - mean, 2)).sum();
    double sigma = Math.sqrt(variance / due.length);
    Duration median = time(Math.exp(mean));
    return due[0] == due[due.length - 1]
        ? new DeadlineTime.Fixed(median)
        : new DeadlineTime.LogNormal(median, rounded(sigma));
  }

  /** To a microsecond, or a millisecond where it is a second or more. */
  private static Duration time(double seconds) {
    return seconds < 1
        ? Duration.ofNanos(1000 * Math.max(1, Math.round(seconds * 1e6)))
        : Duration.ofMillis(Math.round(seconds * 1e3));
  }

  /** To six digits, as people read them. */
  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(6)).doubleValue();
  }

  private static double distance(double[] due, DeadlineTime deadline) {
    if (!(deadline instanceof DeadlineTime.LogNormal(var median, var sigma))) {
      return 0;
    }
    NormalDistribution normal = NormalDistribution.of(Math.log(median.toNanos() / 1e9), sigma);
    double most = 0;
    for (int i = 0; i < due.length; i++) {
      double fitted = normal.cumulativeProbability(Math.log(due[i]));
      most =
          Math.max(
              most, Math.max(fitted - (double) i / due.length, (i + 1.0) / due.length - fitted));
    }
    return most;
  }

  /** The share of the tasks in each hour of the whole days of a log. */
  private static Optional<ArrivalPattern.Cyclic> hourly(double[] arrivals) {
    double hours = arrivals[arrivals.length - 1] / 3600;
    int days = (int) (hours / DAY);
    if (days < LEAST_DAYS) {
      return Optional.empty();
    }
    double[] counts = new double[DAY];
    for (double arrival : arrivals) {
      int hour = (int) (arrival / 3600);
      if (hour < days * DAY) {
        counts[hour % DAY]++;
      }
    }
    double mean = Arrays.stream(counts).sum() / DAY;
    return Optional.of(
        new ArrivalPattern.Cyclic(
            Cycle.hourly(Arrays.stream(counts).mapToObj(count -> rounded(count / mean)).toList())));
  }

  private static double dispersion(double[] arrivals, Optional<ArrivalPattern.Cyclic> hourly) {
    double seconds = arrivals[arrivals.length - 1];
    int windows = Math.max(1, arrivals.length / PER_WINDOW);
    double width = seconds / windows;
    double[] expected = new double[windows];
    double sum = 0;
    for (int i = 0; i < windows; i++) {
      int hour = (int) ((i + 0.5) * width / 3600) % DAY;
      expected[i] = hourly.map(each -> each.rates().values().get(hour)).orElse(1.0);
      sum += expected[i];
    }
    double[] counts = new double[windows];
    for (double arrival : arrivals) {
      counts[Math.min(windows - 1, (int) (arrival / width))]++;
    }
    double squares = 0;
    for (int i = 0; i < windows; i++) {
      double mean = expected[i] / sum * arrivals.length;
      squares += mean > 0 ? (counts[i] - mean) * (counts[i] - mean) / mean : 0;
    }
    return squares / windows;
  }

  /** What of the log the fit does not show, in words; nothing if it is good. */
  public List<String> poor() {
    List<String> poor = new ArrayList<>();
    if (dispersion > MOST_DISPERSION) {
      poor.add(
          String.format(
              Locale.ROOT,
              "arrivals come in bursts: their number in windows of about %d varies %.1f times as"
                  + " much as that of the fit",
              PER_WINDOW,
              dispersion));
    }
    distances.forEach((type, distance) -> {
      if (distance > MOST_DISTANCE) {
        poor.add(
            String.format(
                Locale.ROOT,
                "deadlines of %s are not log-normal: the distribution functions differ by up to"
                    + " %.2f",
                type,
                distance));
      }
    });
    return poor;
  }
}
