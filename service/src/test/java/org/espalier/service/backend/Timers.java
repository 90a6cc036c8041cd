package org.espalier.service.backend;

import java.time.Duration;

/** Does things later. */
public interface Timers {
  /** Nanoseconds since some moment. */
  long nanos();

  /** Does something after a while. */
  void after(Duration delay, Runnable deed);
}
