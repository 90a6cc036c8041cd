package org.espalier.simulator.experiment;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** A column of timing.csv: a measurement by the wall clock, another one at every run. */
enum TimingColumn {
  EVENTS("mapping_events", "", "mapping events held", SchedulerTime::events),
  TOTAL("scheduler_ms", "ms", "time for all decisions", time -> time.totalNanos() / 1e6),
  MEAN("event_mean_us", "us", "mean time for the decisions of an event", SchedulerTime::meanMicros),
  P50("event_p50_us", "us", "median of that time", time -> time.micros(time.p50Nanos())),
  P99("event_p99_us", "us", "99th percentile of that time", time -> time.micros(time.p99Nanos()));

  /** Those that say what one event takes. */
  static final List<TimingColumn> OF_AN_EVENT = List.of(MEAN, P50, P99);

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

  String key() {
    return key;
  }

  String unit() {
    return unit;
  }

  String description() {
    return description;
  }

  double of(SchedulerTime time) {
    return value.applyAsDouble(time);
  }
}
