package org.espalier.core.heuristic;

import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.heuristic.PairSavings.Minding;
import org.espalier.core.heuristic.PairSavings.Trend;

/**
 * A number by which a heuristic ranks pairs of a candidate and a placement.
 *
 * <p>A measure may say that its number depends on nothing of a task but its type. Then one task of
 * a type may be measured for all. Where Java's assertions are on, as build tools have them in
 * tests, one that wrongly says so is caught.
 */
public final class PairMeasure {
  private final String name;
  private final PairNumber function;
  private final boolean isOfType;
  private final PairSavings savings;

  private PairMeasure(String name, PairNumber function, boolean isOfType, PairSavings savings) {
    this.name = name;
    this.function = function;
    this.isOfType = isOfType;
    this.savings = savings;
  }

  /** A built-in measure, whose savings are held against exact numbers by a test. */
  private PairMeasure(String name, PairNumber function, PairSavings savings) {
    this(name, function, false, savings);
  }

  /**
   * A measure that depends on anything of a task, for all that is known.
   *
   * @param name what it is called where decisions are explained
   */
  public PairMeasure(String name, PairNumber function) {
    this(name, function, PairSavings.none(function));
  }

  /**
   * A measure that depends on nothing of a task but its type. Chances of success and expected
   * completions depend on the deadline too.
   *
   * @param name what it is called where decisions are explained
   */
  public static PairMeasure ofType(String name, PairNumber function) {
    return new PairMeasure(name, function, true, PairSavings.ofTypeOnly(function));
  }

  /** Probability of finishing by the deadline. */
  public static final PairMeasure CHANCE_OF_SUCCESS =
      new PairMeasure(
          "chance of success",
          MappingState::chanceOfSuccess,
          new PairSavings(
              Trend.FALLS,
              MappingState::chanceOfSuccessAtMost,
              MappingState::chanceOfSuccess,
              TailNumber.CHANCE_OF_SUCCESS,
              Minding.DEADLINES_AT_RISK,
              Trend.RISES,
              null));

  /** Expected time at which the machine has passed the task, in ticks. */
  public static final PairMeasure EXPECTED_COMPLETION =
      new PairMeasure(
          "expected completion",
          MappingState::expectedCompletion,
          new PairSavings(
              Trend.RISES,
              MappingState::expectedCompletionAtLeast,
              MappingState::expectedCompletionAtMost,
              TailNumber.EXPECTED_COMPLETION,
              Minding.DROPS,
              Trend.RISES,
              (system, task, pair) -> pair.completion()));

  /** Chances above this one are all the same where they break ties: sums of masses are rounded. */
  private static final double SURE = 1 - 1e-8;

  /**
   * Chance of success where tasks are evicted at their deadlines, and elsewhere the same for all
   * pairs. There a completion that is cut at the deadline looks like one that is just in time.
   */
  static final PairMeasure CHANCE_IF_CUT =
      new PairMeasure(
          "chance of success if cut",
          PairMeasure::chanceIfCut,
          new PairSavings(
              Trend.FALLS,
              PairMeasure::chanceIfCut,
              PairMeasure::chanceIfCut,
              null,
              Minding.DROPS,
              Trend.RISES,
              null));

  private static double chanceIfCut(MappingState state, Candidate candidate, int placement) {
    return state.rules().evicts()
        ? Math.min(SURE, state.chanceOfSuccess(candidate, placement))
        : SURE;
  }

  /** What the task is worth when it finishes, in expectation (DISSERTATION 2.4.2). */
  public static final PairMeasure UTILITY =
      falling(
          "utility",
          MappingState::expectedUtility,
          (system, task, pair) -> task.utility().of(task, pair.completion()));

  /** Utility per time: what the task is worth by its mean execution time (DISSERTATION 2.4.2). */
  public static final PairMeasure UTILITY_PER_TIME =
      falling(
          "utility per time",
          PairMeasure::utilityPerTime,
          (system, task, pair) ->
              share(task.utility().of(task, pair.completion()), pair.execution()));

  /** Utility per energy: what the task is worth by its expected energy (DISSERTATION 3.3.2). */
  public static final PairMeasure UTILITY_PER_ENERGY =
      falling(
          "utility per energy",
          PairMeasure::utilityPerEnergy,
          (system, task, pair) -> share(task.utility().of(task, pair.completion()), pair.joules()));

  /** A measure of anything that never rises as the queue of the machine grows. */
  static PairMeasure falling(String name, PairNumber function, CertainPair.Measure ifCertain) {
    PairSavings savings =
        new PairSavings(
            Trend.FALLS, function, function, null, Minding.ANY_DEADLINE, Trend.UNKNOWN, ifCertain);
    return new PairMeasure(name, function, savings);
  }

  private static double utilityPerEnergy(MappingState state, Candidate candidate, int placement) {
    double utility = state.expectedUtility(candidate, placement);
    return share(utility, state.expectedEnergy(candidate, placement));
  }

  private static double utilityPerTime(MappingState state, Candidate candidate, int placement) {
    double utility = state.expectedUtility(candidate, placement);
    return share(utility, state.meanExecutionTime(candidate, placement));
  }

  private static double share(double utility, double of) {
    return utility == 0 ? 0 : utility / of;
  }

  /** Mean execution time in ticks. */
  public static final PairMeasure MEAN_EXECUTION_TIME =
      ofType("mean execution time", MappingState::meanExecutionTime);

  /** Expected time at which the machine is free for one more task, in ticks. */
  public static final PairMeasure READY_TIME =
      ofType("ready time", (state, candidate, placement) -> state.expectedReadyTime(placement));

  /** Number of tasks in the queue of the machine, counting the running one. */
  public static final PairMeasure QUEUE_LENGTH =
      ofType(
          "queue length",
          (state, candidate, placement) -> state.queue(state.machineOf(placement)).size());

  /** Number of the machine, in the order of the system. */
  public static final PairMeasure MACHINE_NUMBER =
      ofType("number of the machine", (state, candidate, placement) -> state.machineOf(placement));

  /** Deadline in ticks. */
  public static final PairMeasure DEADLINE = deadline();

  private static PairMeasure deadline() {
    PairNumber function = (state, candidate, placement) -> candidate.task().deadline();
    PairSavings savings = PairSavings.of(function, Minding.ANY_DEADLINE, Trend.RISES);
    return new PairMeasure("deadline", function, savings);
  }

  /**
   * Urgency: 1 / (deadline - expected completion) (THESIS eq. 3.6). A pair that is expected to
   * complete just at its deadline is the least urgent; under eviction, every hopeless pair is such
   * a one.
   */
  public static final PairMeasure URGENCY =
      new PairMeasure("urgency", PairMeasure::urgency, PairSavings.none(PairMeasure::urgency));

  private static double urgency(MappingState state, Candidate candidate, int placement) {
    double slack = candidate.task().deadline() - state.expectedCompletion(candidate, placement);
    return slack == 0 ? Double.NEGATIVE_INFINITY : 1 / slack;
  }

  /** What it is called where decisions are explained. */
  public String name() {
    return name;
  }

  /** How it is measured. */
  PairNumber function() {
    return function;
  }

  /** What lets a search look at fewer numbers. */
  PairSavings savings() {
    return savings;
  }

  /** The number for a candidate at the end of the queue of the placement's machine. */
  public double of(MappingState state, Candidate candidate, int placement) {
    double number = function.of(state, candidate, placement);
    assert !isOfType || isSame(number, function.of(state, candidate.ofSameType(), placement))
        : "measure \"%s\" says that it depends on the type of a task only; for %s it is %s"
            .formatted(name, candidate, number);
    return number;
  }

  /** Numbers of the session that are asked for in another order may differ by a rounding. */
  private static boolean isSame(double number, double other) {
    return Double.compare(number, other) == 0
        || (Double.isFinite(number)
            && Math.abs(number - other) <= 1e-6 * Math.max(1, Math.abs(number)));
  }

  @Override
  public String toString() {
    return name;
  }
}
