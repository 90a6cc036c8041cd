package org.espalier.core.model;

import java.time.Duration;

/**
 * How many machines of a type are on: as many as are needed, within limits.
 *
 * @param idle how long one may be idle until it is switched off; by forecast, for how long ahead it
 *     must not be needed
 * @param by what says how many are needed
 */
public record Scale(int min, int max, Duration idle, By by) {
  /** All of them, all the time. */
  public static final Scale ALL =
      new Scale(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ZERO, By.BACKLOG);

  /** What says how many are needed. */
  public enum By {
    /** Tasks that wait. */
    BACKLOG,
    /** Tasks that are expected. */
    FORECAST
  }
}
