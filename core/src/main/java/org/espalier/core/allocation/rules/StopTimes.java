package org.espalier.core.allocation.rules;

import org.espalier.core.model.TimeSpan;

/**
 * How long what is stopped on a machine still occupies it, in ticks. Most tasks are gone at once
 * when they are told to stop; one that is not is expected to take all the time it is given.
 *
 * @param usual within which most are gone
 * @param most after which it is gone for sure
 * @param runsOn whether it takes what its execution time says, as if it had not been told
 * @param until when all that runs there is stopped, since the machine goes
 */
public record StopTimes(long usual, long most, boolean runsOn, long until) {
  /** What is stopped is gone at once. */
  public static final StopTimes NONE = new StopTimes(0, 0);

  /** Times of what is gone soon after it is told. */
  public StopTimes(long usual, long most) {
    this(usual, most, false);
  }

  /** Times on a machine that stays. */
  public StopTimes(long usual, long most, boolean runsOn) {
    this(usual, most, runsOn, TimeSpan.NEVER);
  }

  public StopTimes {
    if (usual < 0 || most < usual) {
      throw new IllegalArgumentException(
          "what is stopped takes %s to %s ticks; expected 0 or more, rising"
              .formatted(usual, most));
    }
  }

  /** By when a task must be done that is to be on time, in ticks. */
  public long by(long deadline) {
    return Math.min(deadline, until);
  }
}
