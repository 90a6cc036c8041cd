package org.espalier.core.model;

import java.time.Duration;

/**
 * What a machine that was off takes until it is there. It is on meanwhile.
 *
 * @param time from when it is switched on; may be zero
 * @param joules what it draws in that time, its idle power included
 */
public record Boot(Duration time, double joules) {
  /** A machine that is there at once. */
  public static final Boot NONE = new Boot(Duration.ZERO, 0);

  public Boot {
    Arguments.notNegative(joules, "energy of a boot");
    Arguments.refuse(time.isNegative(), "a boot takes %s; expected 0 or more", time);
  }
}
