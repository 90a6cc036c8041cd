package org.espalier.service.backend;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;

/** The clock of a back end: a daemon thread that does what is due, and nothing once it is shut. */
public final class BackendTimer {
  private BackendTimer() {}

  /** Starts one. */
  public static ScheduledThreadPoolExecutor start(String name) {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().daemon().name(name).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return timer;
  }
}
