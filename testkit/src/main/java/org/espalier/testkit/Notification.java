package org.espalier.testkit;

import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Task;

/** What a driver tells a resource manager. */
public sealed interface Notification {
  /** When, in ticks. */
  long time();

  /** A task arrived. */
  record Arrived(long time, Task task) implements Notification {}

  /** A machine finished its running task. */
  record Finished(long time, int machine) implements Notification {}

  /** Something that only live systems know. */
  record Live(Journal.Entry entry) implements Notification {
    @Override
    public long time() {
      return entry.time();
    }
  }

  /** All that happened at this instant has been told. */
  record Settled(long time) implements Notification {}
}
