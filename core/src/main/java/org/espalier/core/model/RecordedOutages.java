package org.espalier.core.model;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Outages of single machines at known times: what one executes then is lost. Those of one machine
 * may touch or overlap.
 */
public record RecordedOutages(List<Outage> outages) implements Timetable {
  /**
   * An outage.
   *
   * @param machine name of the machine
   * @param from when it fails, since time 0 of a trial
   * @param until when it is repaired, later than that
   */
  public record Outage(String machine, Duration from, Duration until) {}

  public RecordedOutages {
    outages = List.copyOf(outages);
  }

  private Stream<Outage> of(String machine) {
    return outages.stream().filter(each -> each.machine().equals(machine));
  }

  @Override
  public boolean isAt(String machine, long time, Duration tick) {
    long now = Math.multiplyExact(time, tick.toNanos());
    return of(machine)
        .anyMatch(each -> each.from().toNanos() <= now && now < each.until().toNanos());
  }

  @Override
  public long nextChange(String machine, long time, Duration tick) {
    return of(machine)
        .flatMapToLong(each -> LongStream.of(each.from().toNanos(), each.until().toNanos()))
        .map(nanos -> Math.ceilDiv(nanos, tick.toNanos()))
        .filter(change -> change > time)
        .min()
        .orElse(TimeSpan.NEVER);
  }
}
