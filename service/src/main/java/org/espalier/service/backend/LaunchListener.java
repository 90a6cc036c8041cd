package org.espalier.service.backend;

import java.time.Duration;
import java.util.Optional;

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
   * A launch that was handed over ahead began as soon as what ran before it was over, and counts
   * from then; told instead of {@link #began}.
   */
  default void beganInTurn(LaunchId launch) {
    began(launch, Duration.ZERO);
  }

  /**
   * What nobody wants is being stopped on a machine and occupies it until that is told to be {@link
   * #gone}. Told while {@link Backend#adopt} is called.
   */
  default void stopping(LaunchId launch, String machine) {}

  /** What nobody wanted is gone. */
  default void gone(LaunchId launch) {}

  /**
   * A machine is out of reach, and takes nothing. Nobody knows for now what becomes of what was
   * handed to it, which stays its own until that is told.
   *
   * @param why for people
   */
  default void away(String machine, String why) {
    away(machine, why, Optional.empty());
  }

  /**
   * The same of a machine that may be known to be there again after a time. If it is, what runs
   * there goes on to its end.
   *
   * @param why for people
   * @param back that time; empty where it is not known
   */
  default void away(String machine, String why, Optional<Duration> back) {}

  /**
   * A machine is there, for the first time or again; told after what is known of the launches that
   * were handed to it.
   *
   * @param holder who runs its launches, to be known again by the next process ({@link Owner})
   */
  default void back(String machine, String holder) {}

  /**
   * A machine that is there will stop all that runs on it and go, as at the end of an allocation.
   *
   * @param in how long from now; empty if it stays
   */
  default void goes(String machine, Optional<Duration> in) {}

  /** A launch is over and all its processes are gone; told once for each launch. */
  void ended(LaunchEnd end);
}
