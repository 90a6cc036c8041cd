package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A submission with its deadline as the user gave it.
 *
 * @param deadline when the task must be finished
 */
public record TaskRequest(Submission submission, Deadline deadline) {
  public TaskRequest {
    Objects.requireNonNull(submission, "submission");
    Objects.requireNonNull(deadline, "deadline");
  }

  /** A deadline: a point in time, or a time from acceptance on. */
  public sealed interface Deadline {}

  /** A point in time. */
  public record At(Instant time) implements Deadline {}

  /** A time from acceptance on. */
  public record In(Duration time) implements Deadline {}
}
