package org.espalier.cli.terminal;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the process on Ctrl-C until what was done so far is written: asks the work to stop, and
 * waits until this is closed. The process then ends as signals end it, with 130 on Ctrl-C.
 */
public final class StopHook implements AutoCloseable {
  private final CountDownLatch written = new CountDownLatch(1);
  private final Runnable stop;
  private final Thread hook = new Thread(this::stopAndWait, "stop");

  private StopHook(Runnable stop) {
    this.stop = stop;
  }

  /** A hook that asks by calling something. */
  public static StopHook calling(Runnable stop) {
    StopHook made = new StopHook(stop);
    Runtime.getRuntime().addShutdownHook(made.hook);
    return made;
  }

  private void stopAndWait() {
    stop.run();
    try {
      written.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook runs.
    }
  }
}
