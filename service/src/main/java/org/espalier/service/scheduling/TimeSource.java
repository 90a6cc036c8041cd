package org.espalier.service.scheduling;

import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * The time that a live service goes by, and how its threads wait. One of a test stands still until
 * it is turned. The wall clock ({@link #instant}) says what time a tick is; it may be set at any
 * time.
 */
public interface TimeSource extends InstantSource {
  /** Real time. */
  TimeSource SYSTEM = new SystemTime();

  /**
   * Nanoseconds since some moment, which is the same for all processes in one boot of the computer.
   * They never go back, and go on while the computer sleeps.
   */
  long nanos();

  /** How many of them passed while the computer slept. */
  long suspendedNanos();

  /** Which boot of the computer this is; a word. */
  String boot();

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
