package org.espalier.analysis.seed;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.workload.document.Names;

/**
 * Greedy allocations of a whole trace. Those of one stage take the tasks as they arrive, and for
 * each the placement of the best score (DISSERTATION 5.5.2). Those of two stages take the best pair
 * of a task and a placement over all tasks left, and so on (5.5.2.4 and 7.3.4).
 *
 * <p>Scores and completions are rounded to 1e-9 of their value before they are compared. Of equal
 * scores the earlier completion is taken, then the lower task, then the lower machine, then the
 * lower P-state.
 */
public enum SeedHeuristic {
  /** The least energy of a task, as they arrive (5.5.2.1). */
  MIN_ENERGY(Stages.ONE, (u, s, w, p, c) -> -s * w),
  /** The most utility of a task, as they arrive (5.5.2.2). */
  MAX_UTILITY(Stages.ONE, (u, s, w, p, c) -> u),
  /** The most utility per energy of a task, as they arrive (5.5.2.3). */
  MAX_UPE(Stages.ONE, (u, s, w, p, c) -> Score.ratio(u, s * w)),
  /** The least cost of a task, as they arrive; not of the source. */
  MIN_COST(Stages.ONE, (u, s, w, p, c) -> -p),
  /** The earliest completion of all tasks (5.5.2.4). */
  MIN_MIN(Stages.TWO, (u, s, w, p, c) -> -c),
  /** The most utility of all tasks (7.3.4). */
  MAX_MAX_UTILITY(Stages.TWO, (u, s, w, p, c) -> u),
  /** The most utility per execution time of all tasks (7.3.4). */
  MAX_MAX_UPT(Stages.TWO, (u, s, w, p, c) -> Score.ratio(u, s)),
  /** The most utility per power of all tasks (7.3.4). */
  MAX_MAX_UPP(Stages.TWO, (u, s, w, p, c) -> Score.ratio(u, w)),
  /** The most utility per energy of all tasks (7.3.4). */
  MAX_MAX_UPE(Stages.TWO, (u, s, w, p, c) -> Score.ratio(u, s * w));

  private enum Stages {
    ONE,
    TWO
  }

  private static final int DROPPED_BITS = 22;

  private final Stages stages;
  private final Score score;

  SeedHeuristic(Stages stages, Score score) {
    this.stages = stages;
    this.score = score;
  }

  /** The heuristic of a key. */
  public static Optional<SeedHeuristic> of(String key) {
    return Arrays.stream(values()).filter(heuristic -> heuristic.key().equals(key)).findFirst();
  }

  /** What files and commands call it. */
  public String key() {
    return Names.word(this);
  }

  /**
   * Its allocation. Every task gets a placement. Those of one stage reckon as if all were executed,
   * which is not so where {@linkplain StaticProblem#latestCompletion late tasks} are not; those of
   * two stages know that a machine spends no time on such a task.
   */
  public Allocation allocate(StaticProblem problem) {
    return allocate(problem, SeedHeuristic::toNineDigits);
  }

  Allocation allocate(StaticProblem problem, DoubleUnaryOperator rounding) {
    Choices choices = new Choices(problem, score, rounding);
    return stages == Stages.TWO ? new TwoStages(choices).allocate() : asTheyArrive(choices);
  }

  private static Allocation asTheyArrive(Choices choices) {
    int[] placements = new int[choices.problem().tasks()];
    for (int task = 0; task < placements.length; task++) {
      choices.find(task);
      placements[task] = choices.placement();
      choices.occupy(placements[task], choices.completion(task, placements[task]));
    }
    return Allocation.inOrderOfArrival(placements);
  }

  /** To 30 binary digits behind the first, which is 1e-9 of the value. It keeps the order. */
  static double toNineDigits(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long half = 1L << (DROPPED_BITS - 1);
    return Double.longBitsToDouble((bits + half) & -(1L << DROPPED_BITS));
  }
}
