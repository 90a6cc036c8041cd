package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * A number by which a heuristic ranks pairs of a candidate and a placement.
 *
 * @param name what it is called where decisions are explained
 * @param function how it is measured
 * @param trend how it moves when the queue of the machine grows, where the dropping scope is NONE
 *     or EXECUTING; lets a search pass over pairs that have lost
 * @param optimistic a bound that is cheaper to find than the number: from below for a measure that
 *     rises, from above for one that falls
 * @param pessimistic a bound from the other side
 * @param preference which placement surely comes before all others with room
 * @param minding which deadlines the number hangs on
 * @param byDeadline how it moves from a task to one of the same type with a later deadline; lets a
 *     choice pass over all tasks of a type behind the one with the soonest
 */
public record PairMeasure(
    String name,
    Function function,
    Trend trend,
    Function optimistic,
    Function pessimistic,
    Preference preference,
    Minding minding,
    Trend byDeadline) {
  /** Measures a pair. */
  @FunctionalInterface
  public interface Function {
    /** The number for a candidate at the end of the queue of the placement's machine. */
    double of(MappingSession session, Candidate candidate, int placement);
  }

  /** Knows the best placement of a candidate without measuring all pairs. */
  @FunctionalInterface
  public interface Preference {
    /** Never. */
    Preference UNKNOWN = (session, candidate) -> -1;

    /**
     * A placement, with room or without, that surely comes before all others with room; -1 if in
     * doubt.
     */
    int placement(MappingSession session, Candidate candidate);
  }

  /** How a measure moves. */
  public enum Trend {
    /** It never falls. */
    RISES,
    /** It never rises. */
    FALLS,
    /** Nothing is known. */
    UNKNOWN
  }

  /** Which deadlines a measure hangs on. */
  public enum Minding {
    /**
     * Those at which tasks leave: where none is dropped, which is under NONE, two tasks of one type
     * have the same number on each machine. Otherwise as {@link #DEADLINES_AT_RISK}.
     */
    DROPS,
    /**
     * Those that may be missed: two tasks of one type that cannot be late anywhere ({@link
     * MappingSession#cannotBeLate}) have the same number on each machine.
     */
    DEADLINES_AT_RISK,
    /** Any, for all that is known. */
    ANY_DEADLINE
  }

  /** A measure without cheaper bounds. */
  public PairMeasure(String name, Function function) {
    this(name, function, Minding.ANY_DEADLINE, Trend.UNKNOWN);
  }

  private PairMeasure(String name, Function function, Minding minding, Trend byDeadline) {
    this(
        name, function, Trend.UNKNOWN, function, function, Preference.UNKNOWN, minding, byDeadline);
  }

  /** A measure of which the deadline is no part. */
  private static PairMeasure withoutDeadline(String name, Function function) {
    return new PairMeasure(name, function, Minding.DROPS, Trend.RISES);
  }

  /** Probability of finishing by the deadline. */
  public static final PairMeasure CHANCE_OF_SUCCESS =
      new PairMeasure(
          "chance of success",
          MappingSession::chanceOfSuccess,
          Trend.FALLS,
          MappingSession::chanceOfSuccessAtMost,
          (session, candidate, placement) -> 0,
          Preference.UNKNOWN,
          Minding.DEADLINES_AT_RISK,
          Trend.RISES);

  /** Expected time at which the machine has passed the task, in ticks. */
  public static final PairMeasure EXPECTED_COMPLETION =
      new PairMeasure(
          "expected completion",
          MappingSession::expectedCompletion,
          Trend.RISES,
          MappingSession::expectedCompletionAtLeast,
          MappingSession::expectedCompletionAtMost,
          MappingSession::preferredPlacement,
          Minding.DROPS,
          Trend.RISES);

  /** Mean execution time in ticks. */
  public static final PairMeasure MEAN_EXECUTION_TIME =
      withoutDeadline("mean execution time", MappingSession::meanExecutionTime);

  /** Expected time at which the machine is free for one more task, in ticks. */
  public static final PairMeasure READY_TIME =
      withoutDeadline(
          "ready time", (session, candidate, placement) -> session.expectedReadyTime(placement));

  /** Number of tasks in the queue of the machine, counting the running one. */
  public static final PairMeasure QUEUE_LENGTH =
      withoutDeadline(
          "queue length",
          (session, candidate, placement) -> session.queue(session.machineOf(placement)).size());

  /** Deadline in ticks. */
  public static final PairMeasure DEADLINE =
      new PairMeasure(
          "deadline",
          (session, candidate, placement) -> candidate.task().deadline(),
          Minding.ANY_DEADLINE,
          Trend.RISES);

  /**
   * Urgency: 1 / (deadline - expected completion) (THESIS eq. 3.6); a pair that is expected to
   * complete just at its deadline, as every hopeless one is under eviction, is the least urgent.
   */
  public static final PairMeasure URGENCY = new PairMeasure("urgency", PairMeasure::urgency);

  private static double urgency(MappingSession session, Candidate candidate, int placement) {
    double slack = candidate.task().deadline() - session.expectedCompletion(candidate, placement);
    return slack == 0 ? Double.NEGATIVE_INFINITY : 1 / slack;
  }

  /** The same measure with its numbers for bounds. */
  PairMeasure withoutBounds() {
    return new PairMeasure(
        name, function, trend, function, function, Preference.UNKNOWN, minding, byDeadline);
  }

  /** The number for a candidate at the end of the queue of the placement's machine. */
  public double of(MappingSession session, Candidate candidate, int placement) {
    return function.of(session, candidate, placement);
  }
}
