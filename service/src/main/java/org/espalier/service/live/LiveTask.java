package org.espalier.service.live;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.TimeSpan;

/**
 * A task as the service keeps it.
 *
 * @param id its number, from 0 in order of submission, never used again
 * @param arrival when it was accepted, in ticks
 * @param deadline when it must be finished, in ticks
 * @param utility what it is worth to complete it, over time
 * @param due the same as a point in time, if the user gave one; it stays where the clock is set
 * @param attempts how often it has started to execute, or was handed over ahead to do so
 * @param retries how often its execution was lost or failed and it was to run again
 * @param heldUntil until when it is held back before that, in ticks; {@link TimeSpan#NEVER} until
 *     it is released; empty if it is not
 * @param run where it was mapped; empty in the batch queue
 * @param ending how it left; empty until then
 */
public record LiveTask(
    long id,
    Submission submission,
    long arrival,
    long deadline,
    Utility utility,
    Optional<Instant> due,
    int attempts,
    int retries,
    OptionalLong heldUntil,
    Optional<Run> run,
    Optional<Ending> ending) {
  /** A task that has just been accepted, and is worth 1. */
  public static LiveTask queued(long id, Submission submission, long arrival, long deadline) {
    return new LiveTask(
        id,
        submission,
        arrival,
        deadline,
        Utility.OF_ONE,
        Optional.empty(),
        0,
        0,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same, with its deadline as the user gave it. */
  public LiveTask due(Optional<Instant> point) {
    return with(deadline, utility, point);
  }

  /** What it is worth to complete it on time, at most; above 0. */
  public double worth() {
    return utility.worth();
  }

  /** What has been earned by its end; 0 unless it was on time. */
  public double earned(Ending end, Timeline timeline) {
    double share = run.flatMap(Run::served).map(Served::share).orElse(1.0);
    return end.fate() == Fate.ON_TIME ? share * utility.at(timeline.span(arrival, end.time())) : 0;
  }

  /** The same, of another utility. */
  public LiveTask utility(Utility other) {
    return with(deadline, other, due);
  }

  /** The same, due at another tick. */
  public LiveTask dueAt(long tick) {
    return with(tick, utility, due);
  }

  private LiveTask with(long by, Utility worth, Optional<Instant> point) {
    return new LiveTask(
        id, submission, arrival, by, worth, point, attempts, retries, heldUntil, run, ending);
  }

  /** The same, mapped to a machine in a P-state. */
  public LiveTask assigned(String machine, int pState, double chance) {
    return with(attempts, Optional.of(new Run(machine, pState, chance, Run.NOT_STARTED)));
  }

  /** The same, which is mapped, as a poorer version. */
  public LiveTask as(Served version) {
    return with(attempts, Optional.of(run.orElseThrow().as(version)));
  }

  /** What its command is made of: what was asked for, or that of a poorer version. */
  public Submission served() {
    return run.flatMap(Run::served).map(v -> submission.as(v.type())).orElse(submission);
  }

  /** The same, with another chance of success at mapping. */
  public LiveTask predicted(double chance) {
    return with(attempts, Optional.of(run.orElseThrow().predicted(chance)));
  }

  /** The same, handed over ahead. */
  public LiveTask handedOver() {
    return with(attempts + 1, Optional.of(run.orElseThrow().started(Run.AHEAD)));
  }

  /** Whether it was handed over ahead, and has not started as far as is known. */
  public boolean isAhead() {
    return run.filter(r -> r.start() == Run.AHEAD).isPresent();
  }

  /** The same where it was taken back if it was handed over ahead. */
  public LiveTask takenBack() {
    return isAhead()
        ? with(attempts - 1, Optional.of(run.orElseThrow().started(Run.NOT_STARTED)))
        : this;
  }

  /** The same, executing. */
  public LiveTask started(long time) {
    return with(isAhead() ? attempts : attempts + 1, Optional.of(run.orElseThrow().started(time)));
  }

  /** The same, executing only since then. */
  public LiveTask executing(long since) {
    return with(attempts, Optional.of(run.orElseThrow().started(since)));
  }

  /** The same, told to stop, to leave with a fate when its machine tells that it is. */
  public LiveTask stopping(Fate fate) {
    return with(attempts, Optional.of(run.orElseThrow().stopping(fate)));
  }

  /** The fate with which it is being stopped; empty if it is not. */
  public Optional<Fate> stopping() {
    return ending.isPresent() ? Optional.empty() : run.flatMap(Run::stopping);
  }

  /** The same, which is to run once more. */
  public LiveTask retried() {
    return with(attempts, retries + 1, heldUntil, run, ending);
  }

  /** The same, held back until some tick before it runs again. */
  public LiveTask held(long until) {
    return with(attempts, retries, OptionalLong.of(until), Optional.empty(), ending);
  }

  /** The same, held until an operator releases it or takes it back. */
  public LiveTask aside() {
    return held(TimeSpan.NEVER);
  }

  /** Whether it is held until an operator releases it or takes it back. */
  public boolean isAside() {
    return heldUntil.equals(OptionalLong.of(TimeSpan.NEVER));
  }

  /** The same, held back no longer. */
  public LiveTask released() {
    return with(attempts, retries, OptionalLong.empty(), run, ending);
  }

  /** The same, back in the batch queue. */
  public LiveTask returned() {
    return with(attempts, Optional.empty());
  }

  private LiveTask with(int starts, Optional<Run> where) {
    return with(starts, retries, heldUntil, where, ending);
  }

  private LiveTask with(
      int starts, int number, OptionalLong until, Optional<Run> where, Optional<Ending> end) {
    return new LiveTask(
        id, submission, arrival, deadline, utility, due, starts, number, until, where, end);
  }

  /** The same, gone. */
  public LiveTask ended(Ending end) {
    return with(attempts, retries, OptionalLong.empty(), run, Optional.of(end));
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
