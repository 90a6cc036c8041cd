package org.espalier.service.live;

import java.time.Duration;
import java.util.Set;

/**
 * Whether a task may start again that has begun to execute.
 *
 * @param count how often at most
 * @param delay how long it waits before it comes back to the batch queue
 * @param on after what
 */
public record Retry(int count, Duration delay, Set<Cause> on) {
  /** What came of an execution that may be repeated. */
  public enum Cause {
    /** Nobody knows how it ended, as after a crash of the computer. */
    LOST,
    /** Its command ended by itself with another exit status than 0. */
    FAILED
  }

  /** It starts once. */
  public static final Retry NEVER = new Retry(0, Duration.ZERO, Set.of());

  /** It starts again at once, as often as it is lost. */
  public static final Retry WHENEVER_LOST =
      new Retry(Integer.MAX_VALUE, Duration.ZERO, Set.of(Cause.LOST));

  public Retry {
    on = Set.copyOf(on);
  }

  /**
   * Whether a task may start again.
   *
   * @param before how often it has been repeated
   */
  public boolean allows(Cause cause, int before) {
    return on.contains(cause) && before < count;
  }
}
