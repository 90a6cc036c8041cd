package org.espalier.core.allocation.rules;

/** How far ahead machine queues are filled, whatever the policy. */
public enum Fill {
  /** Every task that a policy assigns stays where it was put, as in the sources. */
  EARLY,
  /**
   * Only assignments that start before the next mapping event are kept. The tasks of the others go
   * back to the batch queue, to be mapped anew. The next event is that at the end of the trigger's
   * period. Where there is none, or where a completion causes an event, only idle machines take a
   * task.
   */
  JUST_IN_TIME;

  /** Its name in explanations and journals, where it leaves a task in the batch queue. */
  public static final String REASON = "fill";
}
