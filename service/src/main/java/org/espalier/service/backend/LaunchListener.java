package org.espalier.service.backend;

import java.time.Duration;

/** Hears what becomes of launches, from any thread. */
public interface LaunchListener {
  /**
   * A launch has begun to execute; told before its end. To wait in a queue of the back end is not
   * to execute, and does not count. A back end that begins what it is given says so while {@link
   * Backend#launch} is called: the launch then counts from that call.
   *
   * @param ago how long before this moment it began
   */
  void began(LaunchId launch, Duration ago);

  /** A launch is over and all its processes are gone; told once for each launch. */
  void ended(LaunchEnd end);
}
