package org.espalier.core.utility;

import java.time.Duration;

/** Minutes, in which utility functions tell time. */
final class Minutes {
  private static final double NANOS = 60e9;

  private Minutes() {}

  /** The ticks of a minute. */
  static double ticks(Duration tick) {
    return NANOS / tick.toNanos();
  }
}
