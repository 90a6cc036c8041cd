package org.espalier.testkit;

import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;

/**
 * What a driver tells a resource manager.
 *
 * @param time when, in ticks
 * @param entry what happened; empty if all that happened at this instant has been told
 */
public record Notification(long time, Optional<Journal.Entry> entry) {
  /** Something happened. */
  public static Notification of(Journal.Entry entry) {
    return new Notification(entry.time(), Optional.of(entry));
  }

  /** All that happened at this instant has been told. */
  public static Notification settled(long time) {
    return new Notification(time, Optional.empty());
  }
}
