package org.espalier.core.allocation;

import java.util.Objects;
import org.espalier.core.pmf.DroppingScope;

/**
 * The rules a resource manager plays by, whatever the policy.
 *
 * @param queueCapacity tasks a machine queue holds, counting the running one; {@link #UNBOUNDED}
 *     for immediate mode
 * @param scope which mapped tasks leave when their deadline passes
 * @param deadlines whether a passed deadline drops a task at all; soft needs scope NONE
 * @param trigger what causes a mapping event
 */
public record AllocationRules(
    int queueCapacity, DroppingScope scope, DeadlineKind deadlines, Trigger trigger) {
  /** No limit on the length of machine queues. */
  public static final int UNBOUNDED = 0;

  public AllocationRules {
    Objects.requireNonNull(trigger, "trigger");
    if (queueCapacity < 0) {
      throw new IllegalArgumentException(
          "queue capacity is %d; expected at least 1, or 0 for unbounded".formatted(queueCapacity));
    }
    if (deadlines == DeadlineKind.SOFT && scope != DroppingScope.NONE) {
      throw new IllegalArgumentException(
          "soft deadlines with dropping scope %s; soft deadlines never drop, so use NONE"
              .formatted(scope));
    }
  }

  /** Hard deadlines, a mapping event at every arrival and completion. */
  public static AllocationRules bounded(int queueCapacity, DroppingScope scope) {
    return new AllocationRules(queueCapacity, scope, DeadlineKind.HARD, Trigger.EVERY_EVENT);
  }

  /** Whether machine queues are limited. */
  public boolean isBounded() {
    return queueCapacity != UNBOUNDED;
  }

  /** Whether a task in a machine queue leaves when its deadline passes. */
  public boolean dropsPending() {
    return scope != DroppingScope.NONE;
  }

  /** Whether a running task is evicted at its deadline. */
  public boolean evicts() {
    return scope == DroppingScope.EXECUTING;
  }
}
