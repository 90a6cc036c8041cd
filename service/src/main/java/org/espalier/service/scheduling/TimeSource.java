package org.espalier.service.scheduling;

import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * The time that a live service goes by, and how its threads wait. One of a test stands still until
 * it is turned. The wall clock ({@link #instant}) is looked at only at the start, for when tick 0
 * was and for which tick it is; it may be set while the service runs.
 */
public interface TimeSource extends InstantSource {
  /** Real time. */
  TimeSource SYSTEM = new SystemTime();

  /** Nanoseconds since some moment; they never go back. */
  long nanos();

  /** Waits until so much time has passed. */
  void sleep(long nanos) throws InterruptedException;

  /**
   * Waits for an answer of the scheduler.
   *
   * @param nanos for how long at most
   */
  <T> T await(Future<T> answer, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException;
}
