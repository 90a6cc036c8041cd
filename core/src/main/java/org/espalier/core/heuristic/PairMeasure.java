package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * A number by which a heuristic ranks pairs of a candidate and a machine.
 *
 * @param name what it is called where decisions are explained
 * @param function how it is measured
 * @param least a bound from below that is cheaper to find, or the function itself
 * @param most a bound from above that is cheaper to find, or the function itself
 * @param trend how it moves when the queue of the machine grows, where the dropping scope is NONE
 *     or EXECUTING; lets a search pass over pairs that have lost
 */
public record PairMeasure(
    String name, Function function, Function least, Function most, Trend trend) {
  /** Measures a pair. */
  @FunctionalInterface
  public interface Function {
    /** The number for a candidate at the end of the queue of a machine. */
    double of(MappingSession session, Candidate candidate, int machine);
  }

  /** How a measure moves when the queue of the machine grows. */
  public enum Trend {
    /** It never falls. */
    RISES,
    /** It never rises. */
    FALLS,
    /** Nothing is known. */
    UNKNOWN
  }

  /** A measure without cheaper bounds. */
  public PairMeasure(String name, Function function) {
    this(name, function, function, function, Trend.UNKNOWN);
  }

  /** Probability of finishing by the deadline. */
  public static final PairMeasure CHANCE_OF_SUCCESS =
      new PairMeasure(
          "chance of success",
          MappingSession::chanceOfSuccess,
          (session, candidate, machine) -> 0,
          MappingSession::chanceOfSuccessAtMost,
          Trend.FALLS);

  /** Expected time at which the machine has passed the task, in ticks. */
  public static final PairMeasure EXPECTED_COMPLETION =
      new PairMeasure(
          "expected completion",
          MappingSession::expectedCompletion,
          MappingSession::expectedCompletionAtLeast,
          MappingSession::expectedCompletionAtMost,
          Trend.RISES);

  /** Mean execution time in ticks. */
  public static final PairMeasure MEAN_EXECUTION_TIME =
      new PairMeasure("mean execution time", MappingSession::meanExecutionTime);

  /** Deadline in ticks. */
  public static final PairMeasure DEADLINE =
      new PairMeasure("deadline", (session, candidate, machine) -> candidate.task().deadline());

  /**
   * Urgency: 1 / (deadline - expected completion) (THESIS eq. 3.6); a pair that is expected to
   * complete just at its deadline, as every hopeless one is under eviction, is the least urgent.
   */
  public static final PairMeasure URGENCY = new PairMeasure("urgency", PairMeasure::urgency);

  private static double urgency(MappingSession session, Candidate candidate, int machine) {
    double slack = candidate.task().deadline() - session.expectedCompletion(candidate, machine);
    return slack == 0 ? Double.NEGATIVE_INFINITY : 1 / slack;
  }

  /** The number for a candidate at the end of the queue of a machine. */
  public double of(MappingSession session, Candidate candidate, int machine) {
    return function.of(session, candidate, machine);
  }
}
