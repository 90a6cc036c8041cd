package org.espalier.service.backend;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Timers of this computer. */
public final class RealTimers implements Timers {
  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void after(Duration delay, Runnable deed) {
    Executor later = CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
    later.execute(deed);
  }
}
