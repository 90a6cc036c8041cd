package org.espalier.core.model;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

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
  public record Outage(String machine, Duration from, Duration until) {
    private boolean isAt(long nanos) {
      return from.toNanos() <= nanos && nanos < until.toNanos();
    }
  }

  public RecordedOutages {
    outages = List.copyOf(outages);
  }

  @Override
  public boolean isAt(String machine, long time, Duration tick) {
    long now = Math.multiplyExact(time, tick.toNanos());
    return outages.stream().anyMatch(each -> each.machine().equals(machine) && each.isAt(now));
  }

  @Override
  public long nextChange(String machine, long time, Duration tick) {
    return outages.stream()
        .filter(each -> each.machine().equals(machine))
        .flatMapToLong(each -> LongStream.of(each.from().toNanos(), each.until().toNanos()))
        .map(nanos -> Math.ceilDiv(nanos, tick.toNanos()))
        .filter(change -> change > time)
        .min()
        .orElse(TimeSpan.NEVER);
  }
}
