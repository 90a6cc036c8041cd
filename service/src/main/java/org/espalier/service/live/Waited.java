package org.espalier.service.live;

import java.util.Objects;

/**
 * How long a task has waited for one reason.
 *
 * @param ticks how long, all times together
 */
public record Waited(WaitReason reason, long ticks) {
  public Waited {
    Objects.requireNonNull(reason, "reason");
  }
}
