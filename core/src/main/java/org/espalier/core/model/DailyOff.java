package org.espalier.core.model;

import java.time.Duration;

/**
 * The part of each day in which a machine is off: it takes nothing then, and ends first what it
 * executes. Days begin with time 0 of a trial.
 *
 * @param from time of the day at which it goes off
 * @param until time of the day at which it is on again; before {@code from} if that is on the next
 *     day
 */
public record DailyOff(Duration from, Duration until) implements Timetable {
  private static final Duration DAY = Duration.ofDays(1);

  public DailyOff {
    if (from.isNegative()
        || until.isNegative()
        || from.compareTo(DAY) > 0
        || until.compareTo(DAY) > 0
        || from.equals(until)
        || from.plus(DAY).equals(until)
        || until.plus(DAY).equals(from)) {
      throw new IllegalArgumentException(
          "off from %s to %s; expected two different times of a day".formatted(from, until));
    }
  }

  @Override
  public boolean isAt(String machine, long time, Duration tick) {
    long now = Math.floorMod(Math.multiplyExact(time, tick.toNanos()), DAY.toNanos());
    boolean isBegun = now >= from.toNanos();
    boolean isLeft = now < until.toNanos();
    return from.compareTo(until) < 0 ? isBegun && isLeft : isBegun || isLeft;
  }

  @Override
  public long nextChange(String machine, long time, Duration tick) {
    long now = Math.multiplyExact(time, tick.toNanos());
    return Math.min(next(now, from.toNanos(), tick), next(now, until.toNanos(), tick));
  }

  private static long next(long now, long ofDay, Duration tick) {
    long day = DAY.toNanos();
    long left = Math.floorMod(ofDay - now, day);
    return Math.ceilDiv(now + (left == 0 ? day : left), tick.toNanos());
  }
}
