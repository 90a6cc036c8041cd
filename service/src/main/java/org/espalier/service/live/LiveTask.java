package org.espalier.service.live;

import java.util.Objects;
import java.util.Optional;

/**
 * A task as the service keeps it.
 *
 * @param id its number, from 0 in order of submission, never used again
 * @param arrival when it was accepted, in ticks
 * @param deadline when it must be finished, in ticks
 * @param run where it was mapped; empty in the batch queue
 * @param ending how it left; empty until then
 */
public record LiveTask(
    int id,
    Submission submission,
    long arrival,
    long deadline,
    Optional<Run> run,
    Optional<Ending> ending) {
  public LiveTask {
    Objects.requireNonNull(submission, "submission");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(ending, "ending");
  }

  /** A task that has just been accepted. */
  public static LiveTask queued(int id, Submission submission, long arrival, long deadline) {
    return new LiveTask(id, submission, arrival, deadline, Optional.empty(), Optional.empty());
  }

  /** The same, mapped or executing. */
  public LiveTask with(Run other) {
    return new LiveTask(id, submission, arrival, deadline, Optional.of(other), ending);
  }

  /** The same, gone. */
  public LiveTask with(Ending other) {
    return new LiveTask(id, submission, arrival, deadline, run, Optional.of(other));
  }

  /** Where it stands. */
  public TaskState state() {
    return ending.map(end -> TaskState.of(end.fate())).orElseGet(this::presentState);
  }

  private TaskState presentState() {
    return run.map(r -> r.hasStarted() ? TaskState.RUNNING : TaskState.ASSIGNED)
        .orElse(TaskState.QUEUED);
  }
}
