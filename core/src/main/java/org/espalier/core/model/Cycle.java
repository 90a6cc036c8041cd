package org.espalier.core.model;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A number that changes over time and begins again, as the price of an hour over a day. It begins
 * with time 0 of a trial.
 *
 * @param step for how long it has each value
 * @param values in order, at least one
 */
public record Cycle(Duration step, List<Double> values) {
  private static final double HOUR = Duration.ofHours(1).toNanos();
  private static final int DAY = 24;
  private static final int WEEK = 7 * DAY;

  public Cycle {
    values = List.copyOf(values);
    if (!step.isPositive() || values.isEmpty()) {
      throw new IllegalArgumentException(
          "a cycle of %s values for %s each; expected one at least".formatted(values.size(), step));
    }
  }

  /** A number that does not change. */
  public static Cycle constant(double value) {
    return new Cycle(Duration.ofDays(1), List.of(value));
  }

  /**
   * One by the hour of a day or a week.
   *
   * @throws IllegalArgumentException if there are neither 24 values nor 168
   */
  public static Cycle hourly(List<Double> values) {
    if (values.size() != DAY && values.size() != WEEK) {
      throw new IllegalArgumentException(
          "%s hours; expected %s or %s".formatted(values.size(), DAY, WEEK));
    }
    return new Cycle(Duration.ofHours(1), values);
  }

  /**
   * One for equal parts of a day, of whole minutes, or for the hours of a week; empty where the
   * number of values fits neither.
   */
  public static Optional<Cycle> ofDayOrWeek(List<Double> values) {
    int minutes = DAY * 60;
    boolean isDay = !values.isEmpty() && minutes % values.size() == 0;
    Duration step = isDay ? Duration.ofMinutes(minutes / values.size()) : Duration.ofHours(1);
    return isDay || values.size() == WEEK ? Optional.of(new Cycle(step, values)) : Optional.empty();
  }

  /** After how long it begins again. */
  public Duration length() {
    return step.multipliedBy(values.size());
  }

  /** Whether it changes. */
  public boolean changes() {
    return Collections.max(values) > Collections.min(values);
  }

  /** Its mean over time. */
  public double mean() {
    return values.stream().mapToDouble(value -> value).sum() / values.size();
  }

  /** Its value at a time since its beginning, which is not negative. */
  public double at(long nanos) {
    return values.get((int) (nanos / step.toNanos() % values.size()));
  }

  /**
   * What it comes to from one time to another, in ticks: its value times the hours that it has it.
   */
  public double overHours(long from, long until, Duration tick) {
    long end = Math.multiplyExact(until, tick.toNanos());
    double sum = 0;
    for (long now = Math.multiplyExact(from, tick.toNanos()); now < end; ) {
      long next = Math.min(end, (now / step.toNanos() + 1) * step.toNanos());
      sum += at(now) * ((next - now) / HOUR);
      now = next;
    }
    return sum;
  }
}
