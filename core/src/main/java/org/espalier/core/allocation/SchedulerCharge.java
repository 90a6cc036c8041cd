package org.espalier.core.allocation;

/**
 * What the scheduler's own decisions take of the system's time (DISSERTATION 2.7.2). An event is
 * charged by evaluations, which are those of a policy as its source tells it, whatever its program
 * saves; so what is charged does not depend on how fast the program is. Assignments use the state
 * at the beginning of the event and take effect at its end; meanwhile only running and pending
 * tasks move, and no other event is held. What is dropped is dropped at the beginning.
 *
 * @param ticksPerEvaluation what an evaluation of one pair of task and machine takes, in ticks; 0
 *     for nothing
 */
public record SchedulerCharge(double ticksPerEvaluation) {
  /** Decisions take no time. */
  public static final SchedulerCharge NONE = new SchedulerCharge(0);

  public SchedulerCharge {
    if (!(ticksPerEvaluation >= 0) || Double.isInfinite(ticksPerEvaluation)) {
      throw new IllegalArgumentException(
          "an evaluation is charged %s ticks; expected a finite number that is not negative"
              .formatted(ticksPerEvaluation));
    }
  }

  /** What an event takes, in ticks. */
  long ticks(long evaluations) {
    return Math.round(ticksPerEvaluation * evaluations);
  }
}
