package org.espalier.service.backend;

import java.time.Duration;

/** Hears what becomes of launches, from any thread. */
public interface LaunchListener {
  /**
   * A launch began when it was launched, and counts from then, although an earlier process may have
   * launched it. A back end that begins whatever it is given says so while {@link Backend#launch}
   * and {@link Backend#adopt} are called.
   */
  void beganAtOnce(LaunchId launch);

  /**
   * A launch that had to wait has begun to execute; told before its end. To wait in a queue of the
   * back end is not to execute, and does not count.
   *
   * @param ago how long before this moment it began
   */
  void began(LaunchId launch, Duration ago);

  /**
   * What nobody wants is being stopped on a machine and occupies it until that is told to be {@link
   * #gone}. Told while {@link Backend#adopt} is called.
   */
  default void stopping(LaunchId launch, String machine) {}

  /** What nobody wanted is gone. */
  default void gone(LaunchId launch) {}

  /** A launch is over and all its processes are gone; told once for each launch. */
  void ended(LaunchEnd end);
}
