package org.espalier.service.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A submission with its deadline and its worth as the user gave them.
 *
 * @param deadline when the task must be finished
 * @param worth what it is worth to complete it on time; empty for what its type is worth
 * @param urgency how that changes with time, by its name or as a text of {@link Urgency#of}; empty
 *     for that of its type
 */
public record TaskRequest(
    Submission submission, Deadline deadline, Optional<Worth> worth, Optional<String> urgency) {
  /** One that is worth what its type is. */
  public TaskRequest(Submission submission, Deadline deadline) {
    this(submission, deadline, Optional.empty(), Optional.empty());
  }

  /** The point in time by which it must be finished, if the user gave one. */
  public Optional<Instant> due() {
    return deadline instanceof At at ? Optional.of(at.time()) : Optional.empty();
  }

  /** The same under a key, unless it has one. */
  public TaskRequest orUnder(Optional<String> key) {
    return with(submission.orUnder(key));
  }

  /** The same of another submission. */
  public TaskRequest with(Submission other) {
    return new TaskRequest(other, deadline, worth, urgency);
  }

  /** A deadline: a point in time, or a time from acceptance on. */
  public sealed interface Deadline {}

  /** A point in time. */
  public record At(Instant time) implements Deadline {}

  /** A time from acceptance on. */
  public record In(Duration time) implements Deadline {}

  /** What a task is worth: a number, or a priority of the service. */
  public sealed interface Worth {}

  /** A number, of whatever size. */
  public record Of(double worth) implements Worth {}

  /** The name of a priority, of this service or not. */
  public record Priority(String name) implements Worth {}
}
