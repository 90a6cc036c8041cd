package org.espalier.service.backend;

import java.util.List;

/**
 * What runs commands. Methods return at once; how a launch ended is told to the listener, once for
 * each launch, from any thread.
 */
public interface Backend extends AutoCloseable {
  /**
   * Runs a command on a machine; it waits until what ran there before is gone. A launch on a
   * machine says that the ends told of earlier launches on it are durable and need not be told
   * again.
   */
  void launch(Launch launch);

  /**
   * Stops a launch and all it has started; its end is told as {@link LaunchEnd.Kind#STOPPED}, or as
   * it was if it came first. Nothing happens if the end was told.
   */
  void stop(LaunchId launch);

  /**
   * Finds launches of an earlier process again. Those that still run are watched; the ends of those
   * that are over, or never began, are told. What an earlier process launched and is not among them
   * is wanted by nobody, and is stopped. Called once, before anything is launched, with an empty
   * list if there is nothing to find.
   */
  void adopt(List<Launch> launches);

  /** Stops watching; what runs goes on and can be adopted later. */
  @Override
  void close();
}
