package org.espalier.analysis.result;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.FoundBound;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.analysis.run.ParetoResults;

/**
 * A front and a bound that were searched {@linkplain StaticProblem#beyondIdlePower() beyond idle
 * power}, with the energy of machines that wait. All are on from the first arrival until the last
 * completion. With makespan and energy the front has no better points; with other objectives it may
 * have some, as the makespan was none.
 *
 * @param results of the search
 * @param losses the points of the front that none dominates, by ascending first loss
 * @param curve of the bound
 */
record WithIdlePower(ParetoResults results, List<Losses> losses, List<Losses> curve) {
  WithIdlePower(ParetoResults results) {
    this(results, losses(results), curve(results));
  }

  private static List<Losses> losses(ParetoResults results) {
    StaticProblem problem = results.study().problem();
    ParetoArchive<FrontPoint> archive = new ParetoArchive<>();
    for (FrontPoint point : results.front()) {
      double end = AllocationOutcome.of(problem, point.allocation()).totals().makespanSeconds();
      archive.add(more(results, point.losses(), problem.idleJoules(end)), point);
    }
    return archive.losses();
  }

  private static List<Losses> curve(ParetoResults results) {
    return results.bound().map(FoundBound::curve).orElse(List.of()).stream()
        .map(p -> more(results, p, results.study().problem().idleJoules(leastEnd(results, p))))
        .toList();
  }

  /** Before this no allocation at a point of the bound has ended. */
  private static double leastEnd(ParetoResults results, Losses point) {
    StaticProblem problem = results.study().problem();
    if (results.study().objectives().equals(ObjectivePair.MAKESPAN_ENERGY)) {
      return point.first();
    }
    return problem.mayDrop() ? 0 : problem.earliestEnd();
  }

  private static Losses more(ParetoResults results, Losses point, double joules) {
    ObjectivePair pair = results.study().objectives();
    return new Losses(
        point.first() + (pair.first() == Objective.ENERGY ? joules : 0),
        point.second() + (pair.second() == Objective.ENERGY ? joules : 0));
  }

  /** What the first objective is not better than, as a loss; NaN without a bound. */
  double boundOnFirst() {
    return bound(results.study().objectives().first(), Losses::first);
  }

  /** What the second objective is not better than, as a loss; NaN without a bound. */
  double boundOnSecond() {
    return bound(results.study().objectives().second(), Losses::second);
  }

  /** Between two points of the curve the energy of waiting machines is that of the earlier end. */
  private double bound(Objective objective, ToDoubleFunction<Losses> loss) {
    boolean falls = results.study().objectives().equals(ObjectivePair.MAKESPAN_ENERGY);
    double least = Double.POSITIVE_INFINITY;
    double before = Double.NaN;
    for (Losses point : curve) {
      double end = results.study().problem().idleJoules(leastEnd(results, point));
      boolean isLess = falls && objective == Objective.ENERGY && end > before;
      least = Math.min(least, loss.applyAsDouble(point) - (isLess ? end - before : 0));
      before = end;
    }
    return curve.isEmpty() ? Double.NaN : least;
  }
}
