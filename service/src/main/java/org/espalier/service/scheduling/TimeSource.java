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
  /** Real time. */
  TimeSource SYSTEM = new OfThisComputer();

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

  /** The time of this computer. */
  final class OfThisComputer implements TimeSource {
    private OfThisComputer() {}

    @Override
    public Instant instant() {
      return InstantSource.system().instant();
    }

    @Override
    public long nanos() {
      return KernelClock.nanosSinceBoot();
    }

    @Override
    public long suspendedNanos() {
      return KernelClock.suspendedNanos();
    }

    @Override
    public String boot() {
      return ProcessStat.boot();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(nanos);
    }

    @Override
    public <T> T await(Future<T> answer, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
      return answer.get(nanos, TimeUnit.NANOSECONDS);
    }
  }
}
