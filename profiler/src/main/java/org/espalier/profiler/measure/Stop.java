package org.espalier.profiler.measure;

import java.util.Optional;
import org.espalier.profiler.host.CannotStartException;
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

  /** What may be interrupted. */
  public interface Work<T> {
    /** Does it. */
    T run() throws CannotStartException, InterruptedException, RunFailedException;
  }

  /** Does something, unless it is stopped before or meanwhile: then the result is empty. */
  public <T> Optional<T> unlessRequested(Work<T> work)
      throws CannotStartException, RunFailedException {
    enter();
    try {
      return isRequested() ? Optional.empty() : Optional.of(work.run());
    } catch (InterruptedException e) {
      keepIfForeign();
      return Optional.empty();
    } catch (RunFailedException e) {
      if (isRequested()) {
        return Optional.empty();
      }
      throw e;
    } finally {
      leave();
    }
  }

  /** Keeps an interrupt that does not come from here. */
  void keepIfForeign() {
    if (!isRequested()) {
      Thread.currentThread().interrupt();
    }
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
