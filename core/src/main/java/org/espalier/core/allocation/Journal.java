package org.espalier.core.allocation;

import org.espalier.core.model.Task;

/** Hears what happens, in order; a simulation and the live service keep the same journal. */
public interface Journal {
  /** Keeps nothing. */
  Journal NONE = entry -> {};

  /** Hears one entry. */
  void record(Entry entry);

  /** Whether decisions to defer are wanted too; there are many. */
  default boolean wantsDeferrals() {
    return false;
  }

  /** One thing that happened. */
  sealed interface Entry {
    /** When, in ticks. */
    long time();
  }

  /** A task arrived in the batch queue. */
  record Arrived(long time, Task task) implements Entry {}

  /** A task began to execute. */
  record Started(long time, int machine, Task task) implements Entry {}

  /** A machine was heard to have finished its running task. */
  record Finished(long time, int machine, Task task) implements Entry {}

  /**
   * A mapping event was held.
   *
   * @param unmapped tasks in the batch queue after reactive drops
   * @param misses deadline misses since the last one
   */
  record EventHeld(long time, int unmapped, int misses) implements Entry {}

  /** A decision was taken; it takes effect at once. */
  record Decided(long time, Decision decision) implements Entry {}

  /** A task left the system. */
  record Left(Departure departure) implements Entry {
    @Override
    public long time() {
      return departure.time();
    }
  }
}
