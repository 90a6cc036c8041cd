package org.espalier.service.scheduling;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.espalier.service.backend.KernelClock;
import org.espalier.workload.process.ProcessStat;

/**
 * The time that a live service goes by, and how its threads wait. One of a test stands still until
 * it is turned. The wall clock ({@link #instant}) says what time a tick is; it may be set at any
 * time.
 */
public interface TimeSource extends InstantSource {
  /** That of this computer. */
  TimeSource SYSTEM = new TimeSource() {};

  @Override
  default Instant instant() {
    return InstantSource.system().instant();
  }

  /**
   * Nanoseconds since some moment, which is the same for all processes in one boot of the computer.
   * They never go back, and go on while the computer sleeps.
   */
  default long nanos() {
    return KernelClock.nanosSinceBoot();
  }

  /** How many of them passed while the computer slept. */
  default long suspendedNanos() {
    return KernelClock.suspendedNanos();
  }

  /** Which boot of the computer this is; a word. */
  default String boot() {
    return ProcessStat.boot();
  }

  /** Waits until so much time has passed. */
  default void sleep(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos);
  }

  /**
   * Waits for an answer of the scheduler.
   *
   * @param nanos for how long at most
   */
  default <T> T await(Future<T> answer, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    return answer.get(nanos, TimeUnit.NANOSECONDS);
  }
}
