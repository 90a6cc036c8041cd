package org.espalier.service.live;

import java.time.Duration;
import java.util.Optional;

/**
 * What it is worth to complete a task, by how long ago it was accepted. After its deadline it is
 * worth nothing.
 *
 * @param worth at most; above 0
 * @param urgency how that changes; empty if it stays until the deadline
 */
public record Utility(double worth, Optional<Urgency> urgency) {
  /** Worth 1 until the deadline. */
  public static final Utility OF_ONE = new Utility(1, Optional.empty());

  /** What a task is worth so long after it was accepted, if its deadline has not passed. */
  public double at(Duration since) {
    return urgency.map(falls -> worth * falls.share(since)).orElse(worth);
  }
}
