package org.espalier.analysis.seed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/** The heuristics as the source states them: all pairs are looked at in each step. */
final class PlainSeeds {
  private static final Comparator<Pair> BETTER =
      Comparator.comparingDouble((Pair pair) -> SeedHeuristic.toNineDigits(pair.score))
          .reversed()
          .thenComparingDouble(pair -> SeedHeuristic.toNineDigits(pair.completion))
          .thenComparingInt(Pair::task)
          .thenComparingInt(Pair::placement);

  private final SeedHeuristic heuristic;
  private final StaticProblem problem;
  private final double[] ready;

  private record Pair(int task, int placement, double score, double completion) {}

  private PlainSeeds(SeedHeuristic heuristic, StaticProblem problem) {
    this.heuristic = heuristic;
    this.problem = problem;
    ready = new double[problem.machines()];
  }

  static Allocation allocate(SeedHeuristic heuristic, StaticProblem problem) {
    return new PlainSeeds(heuristic, problem).allocate();
  }

  private Allocation allocate() {
    int[] placements = new int[problem.tasks()];
    int[] orders = new int[placements.length];
    List<Integer> left = new ArrayList<>(IntStream.range(0, placements.length).boxed().toList());
    boolean oneStage = heuristic.ordinal() < SeedHeuristic.MIN_MIN.ordinal();
    for (int order = 0; order < orders.length; order++) {
      List<Integer> mappable = oneStage ? left.subList(0, 1) : left;
      Pair best = mappable.stream().flatMap(t -> pairs(t).stream()).min(BETTER).orElseThrow();
      left.remove(Integer.valueOf(best.task));
      placements[best.task] = best.placement;
      orders[best.task] = order;
      if (oneStage || best.completion <= problem.latestCompletion(best.task)) {
        ready[problem.machineOf(best.placement)] = best.completion;
      }
    }
    return Allocation.of(placements, orders);
  }

  private List<Pair> pairs(int task) {
    List<Pair> pairs = new ArrayList<>();
    for (int placement : problem.placementsFor(problem.type(task))) {
      int mode = problem.modeOf(placement);
      double seconds = problem.seconds(problem.type(task), mode);
      double start = Math.max(ready[problem.machineOf(placement)], problem.arrival(task));
      double completion = start + seconds;
      double utility = problem.utility(task).of(completion - problem.arrival(task));
      double watts = problem.watts(problem.type(task), mode);
      double cost = problem.cost(problem.type(task), mode);
      pairs.add(
          new Pair(task, placement, score(utility, seconds, watts, cost, completion), completion));
    }
    return pairs;
  }

  private double score(
      double utility, double seconds, double watts, double cost, double completion) {
    return switch (heuristic) {
      case MIN_ENERGY -> -seconds * watts;
      case MIN_COST -> -cost;
      case MAX_UTILITY, MAX_MAX_UTILITY -> utility;
      case MAX_UPE, MAX_MAX_UPE -> quotient(utility, seconds * watts);
      case MIN_MIN -> -completion;
      case MAX_MAX_UPT -> quotient(utility, seconds);
      case MAX_MAX_UPP -> quotient(utility, watts);
    };
  }

  private static double quotient(double utility, double spent) {
    double quotient = utility / spent;
    return Double.isNaN(quotient) ? 0 : quotient;
  }
}
