package org.espalier.profiler.host;

/** A command that was started, in a process group of its own. */
public interface Running extends AutoCloseable {
  /** Waits for its end, or until its time limit has come and it was killed. */
  RunOutcome await() throws InterruptedException;

  /** Kills it with all processes of its group; does nothing if they have ended. */
  @Override
  void close();
}
