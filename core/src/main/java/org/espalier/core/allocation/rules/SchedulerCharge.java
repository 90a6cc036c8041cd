package org.espalier.core.allocation.rules;

/**
 * What the scheduler's own decisions take of the system's time (DISSERTATION 2.7.2). Assignments
 * use the state at the beginning of the event and take effect at its end; meanwhile only running
 * and pending tasks move, and no other event is held. What is dropped is dropped at the beginning.
 *
 * <p>An event is charged by evaluations, which are those of a policy as its source tells it,
 * whatever its program saves; so what is charged does not depend on how fast the program is.
 *
 * @param ticks what an evaluation of one pair of task and machine takes, in ticks; 0 for nothing
 */
public record SchedulerCharge(double ticks) {
  /** Decisions take no time. */
  public static final SchedulerCharge NONE = new SchedulerCharge(0);

  public SchedulerCharge {
    if (!(ticks >= 0) || Double.isInfinite(ticks)) {
      throw new IllegalArgumentException(
          "an evaluation is charged %s ticks; expected a finite number that is not negative"
              .formatted(ticks));
    }
  }

  /** What an event takes, in ticks. */
  public long of(long evaluations) {
    return Math.round(ticks * evaluations);
  }
}
