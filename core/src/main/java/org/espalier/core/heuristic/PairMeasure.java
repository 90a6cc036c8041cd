package org.espalier.core.heuristic;

import java.util.EnumSet;
import java.util.Set;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PairNumber;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.heuristic.PairSavings.Minding;
import org.espalier.core.heuristic.PairSavings.Trend;
import org.espalier.core.model.TaskTrait;

/**
 * A number by which a heuristic ranks pairs of a candidate and a placement.
 *
 * <p>A measure says what of a task its number depends on. Tasks that agree in that have the same
 * number on each placement, and one of them may be measured for all. A measure that says too little
 * is caught where assertions are on; one that says nothing is taken to depend on everything.
 */
public final class PairMeasure {
  private final String name;
  private final PairNumber function;
  private final Set<TaskTrait> dependsOn;
  private final PairSavings savings;
  private final boolean checked;

  /** A built-in measure, whose savings are held against exact numbers by a test. */
  private PairMeasure(
      String name, PairNumber function, Set<TaskTrait> dependsOn, PairSavings savings) {
    this(name, function, dependsOn, savings, false);
  }

  private PairMeasure(
      String name,
      PairNumber function,
      Set<TaskTrait> dependsOn,
      PairSavings savings,
      boolean checked) {
    this.name = name;
    this.function = function;
    this.dependsOn = Set.copyOf(dependsOn);
    this.savings = savings;
    this.checked = checked;
  }

  /**
   * A measure that depends on anything of a task, for all that is known.
   *
   * @param name what it is called where decisions are explained
   */
  public PairMeasure(String name, PairNumber function) {
    this(name, function, EnumSet.allOf(TaskTrait.class));
  }

  /**
   * A measure.
   *
   * @param name what it is called where decisions are explained
   * @param dependsOn what of a task its number depends on, be it by the session's numbers; what
   *     chances of success and expected completions depend on are type and deadline
   */
  public PairMeasure(String name, PairNumber function, Set<TaskTrait> dependsOn) {
    this(
        name,
        function,
        dependsOn,
        savings(function, dependsOn),
        dependsOn.size() < TaskTrait.values().length);
  }

  private static PairSavings savings(PairNumber function, Set<TaskTrait> dependsOn) {
    return Set.of(TaskTrait.TYPE).containsAll(dependsOn)
        ? PairSavings.ofTypeOnly(function)
        : PairSavings.none(function);
  }

  /** Probability of finishing by the deadline. */
  public static final PairMeasure CHANCE_OF_SUCCESS =
      new PairMeasure(
          "chance of success",
          MappingSession::chanceOfSuccess,
          Set.of(TaskTrait.TYPE, TaskTrait.DEADLINE),
          new PairSavings(
              Trend.FALLS,
              MappingSession::chanceOfSuccessAtMost,
              MappingSession::chanceOfSuccess,
              TailNumber.CHANCE_OF_SUCCESS,
              Minding.DEADLINES_AT_RISK,
              Trend.RISES,
              null));

  /** Expected time at which the machine has passed the task, in ticks. */
  public static final PairMeasure EXPECTED_COMPLETION =
      new PairMeasure(
          "expected completion",
          MappingSession::expectedCompletion,
          Set.of(TaskTrait.TYPE, TaskTrait.DEADLINE),
          new PairSavings(
              Trend.RISES,
              MappingSession::expectedCompletionAtLeast,
              MappingSession::expectedCompletionAtMost,
              TailNumber.EXPECTED_COMPLETION,
              Minding.DROPS,
              Trend.RISES,
              (system, task, pair) -> pair.completion()));

  /** What the task is worth when it finishes, in expectation (DISSERTATION 2.4.2). */
  public static final PairMeasure UTILITY =
      falling(
          "utility",
          MappingSession::expectedUtility,
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
    return new PairMeasure(name, function, EnumSet.allOf(TaskTrait.class), savings, false);
  }

  private static double utilityPerEnergy(
      MappingSession session, Candidate candidate, int placement) {
    double utility = session.expectedUtility(candidate, placement);
    return share(utility, session.expectedEnergy(candidate, placement));
  }

  private static double utilityPerTime(MappingSession session, Candidate candidate, int placement) {
    double utility = session.expectedUtility(candidate, placement);
    return share(utility, session.meanExecutionTime(candidate, placement));
  }

  private static double share(double utility, double of) {
    return utility == 0 ? 0 : utility / of;
  }

  /** Mean execution time in ticks. */
  public static final PairMeasure MEAN_EXECUTION_TIME =
      new PairMeasure(
          "mean execution time", MappingSession::meanExecutionTime, Set.of(TaskTrait.TYPE));

  /** Expected time at which the machine is free for one more task, in ticks. */
  public static final PairMeasure READY_TIME =
      new PairMeasure(
          "ready time",
          (session, candidate, placement) -> session.expectedReadyTime(placement),
          Set.of());

  /** Number of tasks in the queue of the machine, counting the running one. */
  public static final PairMeasure QUEUE_LENGTH =
      new PairMeasure(
          "queue length",
          (session, candidate, placement) -> session.queue(session.machineOf(placement)).size(),
          Set.of());

  /** Deadline in ticks. */
  public static final PairMeasure DEADLINE = deadline();

  private static PairMeasure deadline() {
    PairNumber function = (session, candidate, placement) -> candidate.task().deadline();
    PairSavings savings = PairSavings.of(function, Minding.ANY_DEADLINE, Trend.RISES);
    return new PairMeasure("deadline", function, Set.of(TaskTrait.DEADLINE), savings);
  }

  /**
   * Urgency: 1 / (deadline - expected completion) (THESIS eq. 3.6); a pair that is expected to
   * complete just at its deadline, as every hopeless one is under eviction, is the least urgent.
   */
  public static final PairMeasure URGENCY =
      new PairMeasure(
          "urgency",
          PairMeasure::urgency,
          Set.of(TaskTrait.TYPE, TaskTrait.DEADLINE),
          PairSavings.none(PairMeasure::urgency));

  private static double urgency(MappingSession session, Candidate candidate, int placement) {
    double slack = candidate.task().deadline() - session.expectedCompletion(candidate, placement);
    return slack == 0 ? Double.NEGATIVE_INFINITY : 1 / slack;
  }

  /** What it is called where decisions are explained. */
  public String name() {
    return name;
  }

  /** How it is measured. */
  public PairNumber function() {
    return function;
  }

  /** What of a task its number depends on. */
  public Set<TaskTrait> dependsOn() {
    return dependsOn;
  }

  /** What lets a search look at fewer numbers. */
  PairSavings savings() {
    return savings;
  }

  /** The number for a candidate at the end of the queue of the placement's machine. */
  public double of(MappingSession session, Candidate candidate, int placement) {
    return checked
        ? session.number(name, dependsOn, function, candidate, placement)
        : function.of(session, candidate, placement);
  }

  @Override
  public String toString() {
    return name;
  }
}
