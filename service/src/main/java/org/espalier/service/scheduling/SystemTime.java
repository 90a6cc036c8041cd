package org.espalier.service.scheduling;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.espalier.service.backend.KernelClock;

/** The time of this computer. */
final class SystemTime implements TimeSource {
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
    return KernelClock.boot();
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
