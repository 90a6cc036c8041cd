package org.espalier.service.agent;

import java.time.Duration;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.Launch;

/** A launch that was handed over, until its end is known to be durable. Its gate guards it. */
final class Order {
  private final Launch launch;
  private final boolean isAhead;
  private final long handedOver = System.nanoTime();

  /** Whether it is to be stopped. */
  boolean stopped;

  /** Whether it is to be taken back if it has not begun. */
  boolean recalled;

  /** Whether its end was told. */
  boolean ended;

  /**
   * One that is handed over now.
   *
   * @param isAhead whether another may run on its machine, behind which it begins
   */
  Order(Launch launch, boolean isAhead) {
    this.launch = launch;
    this.isAhead = isAhead;
  }

  boolean isAhead() {
    return isAhead;
  }

  /** The launch as it is to be told now, with what is left of its time. */
  Launch now() {
    Execution e = launch.execution();
    Duration since = Duration.ofNanos(sinceHandedOver());
    Execution present =
        new Execution(
            e.taskType(),
            e.machine(),
            e.pState(),
            e.ago().plus(since),
            e.deadline(),
            e.left().map(left -> left.minus(since)));
    return new Launch(
        launch.id(), present, launch.command(), launch.keepsOutput(), launch.limits());
  }

  Launch launch() {
    return launch;
  }

  /** Nanoseconds. */
  long sinceHandedOver() {
    return System.nanoTime() - handedOver;
  }
}
