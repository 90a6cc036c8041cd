package org.espalier.core.model;

import java.time.Duration;

/** When machines of a type are away, whatever happens. Policies do not know it beforehand. */
public sealed interface Timetable permits DailyOff, RecordedOutages {
  /** Whether a machine is away at a time in ticks. */
  boolean isAt(String machine, long time, Duration tick);

  /**
   * The first time after another, in ticks, at which a machine goes or comes back; {@link
   * TimeSpan#NEVER} if there is none.
   */
  long nextChange(String machine, long time, Duration tick);
}
