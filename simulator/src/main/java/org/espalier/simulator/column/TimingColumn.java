package org.espalier.simulator.column;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** A column of timing.csv: a measurement by the wall clock, another one at every run. */
public enum TimingColumn {
  EVENTS("mapping_events", "", "mapping events held", SchedulerTime::events),
  TOTAL("scheduler_ms", "ms", "time for all decisions", time -> time.totalNanos() / 1e6),
  MEAN("event_mean_us", "us", "mean time for the decisions of an event", SchedulerTime::meanMicros),
  P50("event_p50_us", "us", "median of that time", time -> time.micros(time.p50Nanos())),
  P99("event_p99_us", "us", "99th percentile of that time", time -> time.micros(time.p99Nanos()));

  /** The columns that say what one event takes. */
  public static final List<TimingColumn> OF_AN_EVENT = List.of(MEAN, P50, P99);

  private final String key;
  private final String unit;
  private final String description;
  private final ToDoubleFunction<SchedulerTime> value;

  TimingColumn(String key, String unit, String description, ToDoubleFunction<SchedulerTime> value) {
    this.key = key;
    this.unit = unit;
    this.description = description;
    this.value = value;
  }

  public String key() {
    return key;
  }

  public String unit() {
    return unit;
  }

  public String description() {
    return description;
  }

  public double of(SchedulerTime time) {
    return value.applyAsDouble(time);
  }
}
