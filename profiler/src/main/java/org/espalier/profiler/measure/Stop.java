package org.espalier.profiler.measure;

import org.jspecify.annotations.Nullable;

/**
 * A request to stop measuring, from another thread: it interrupts the run that goes on, whose
 * processes are then ended.
 */
public final class Stop {
  private @Nullable Thread working;
  private boolean requested;

  /** Not requested yet. */
  public Stop() {}

  /** Requests it; a second time does nothing. */
  public synchronized void request() {
    if (!requested && working != null) {
      working.interrupt();
    }
    requested = true;
  }

  /** Whether it was requested. */
  public synchronized boolean isRequested() {
    return requested;
  }

  /** Says that this thread begins what may be interrupted. */
  public synchronized void enter() {
    working = Thread.currentThread();
  }

  /** Says that it ended; an interrupt that came too late is forgotten. */
  public synchronized void leave() {
    working = null;
    if (requested) {
      Thread.interrupted();
    }
  }
}
