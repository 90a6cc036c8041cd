package org.espalier.core.allocation.rules;

/**
 * How long what is stopped on a machine still occupies it, in ticks. Most tasks are gone at once
 * when they are told to stop; one that is not is expected to take all the time it is given.
 *
 * @param usual within which most are gone
 * @param most after which it is gone for sure
 * @param runsOn whether it takes what its execution time says, as if it had not been told
 */
public record StopTimes(long usual, long most, boolean runsOn) {
  /** What is stopped is gone at once. */
  public static final StopTimes NONE = new StopTimes(0, 0);

  /** Times of what is gone soon after it is told. */
  public StopTimes(long usual, long most) {
    this(usual, most, false);
  }

  public StopTimes {
    if (usual < 0 || most < usual) {
      throw new IllegalArgumentException(
          "what is stopped takes %s to %s ticks; expected 0 or more, rising"
              .formatted(usual, most));
    }
  }
}
