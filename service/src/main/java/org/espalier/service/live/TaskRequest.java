package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

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

  /** The point in time by which it must be finished, if the user gave one. */
  public Optional<Instant> due() {
    return deadline instanceof At at ? Optional.of(at.time()) : Optional.empty();
  }

  /** The same, asked for by a user. */
  public TaskRequest by(Optional<String> user) {
    return new TaskRequest(submission.by(user), deadline);
  }

  /** The same under a key, unless it has one. */
  public TaskRequest orUnder(Optional<String> key) {
    return new TaskRequest(submission.orUnder(key), deadline);
  }

  /** A deadline: a point in time, or a time from acceptance on. */
  public sealed interface Deadline {}

  /** A point in time. */
  public record At(Instant time) implements Deadline {}

  /** A time from acceptance on. */
  public record In(Duration time) implements Deadline {}
}
