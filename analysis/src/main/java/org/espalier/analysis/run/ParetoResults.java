package org.espalier.analysis.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.SeedSource;

/**
 * What came of a study.
 *
 * @param study what was asked
 * @param reference to which hypervolumes are measured
 * @param bound what no allocation gets beyond, where there is a method for it
 * @param snapshots fronts on the way and at the end
 * @param front the points that no other one found dominates, by ascending first loss
 * @param evaluated points of the front, all or evenly among them, with what drawn times and powers
 *     make of them; empty where nobody asked
 * @param made what policies made of the trace, by the seed that asked for it
 * @param unfinished what parts of the search say that had no or not enough time
 * @param isComplete whether the user did not stop it
 */
public record ParetoResults(
    ParetoStudy study,
    Losses reference,
    Optional<FoundBound> bound,
    List<Snapshot> snapshots,
    List<FrontPoint> front,
    List<Evaluated> evaluated,
    Map<SeedSource.OfPolicy, Allocation> made,
    List<String> unfinished,
    boolean isComplete) {
  /** How many of some points are not better than the reference point in both objectives. */
  public long beyond(List<Losses> points) {
    return points.stream()
        .filter(p -> p.first() >= reference.first() || p.second() >= reference.second())
        .count();
  }

  /** What a reader must know to judge the numbers. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(unfinished);
    if (bound.filter(FoundBound::isEmpty).isPresent()) {
      remarks.add(
          "nothing lies behind the reference point, as the bound shows%s; hypervolumes are 0, and there are no shares of the bound"
              .formatted(study.earnsNothing() ? ": no task can earn anything" : ""));
    }
    long beyond = beyond(losses());
    if (beyond > 0) {
      remarks.add(
          "%s of %s points of the front lie beyond the reference point and add nothing to hypervolumes; reference: %s takes in all"
              .formatted(beyond, front.size(), behindAll()));
    }
    return List.copyOf(remarks);
  }

  /** A reference point behind the whole front, in the order and units of a study. */
  private String behindAll() {
    double first = losses().stream().mapToDouble(Losses::first).max().orElseThrow();
    double second = losses().stream().mapToDouble(Losses::second).max().orElseThrow();
    return study.objectives().textBehind(new Losses(first, second));
  }

  /** The points of the front. */
  public List<Losses> losses() {
    return front.stream().map(FrontPoint::losses).toList();
  }

  /** The hypervolume of some points. */
  public double hypervolume(List<Losses> points) {
    return Indicators.hypervolume(points, reference);
  }

  /** The share of the bound's hypervolume that some points have; empty without a bound. */
  public OptionalDouble share(List<Losses> points) {
    return bound.map(found -> found.share(hypervolume(points))).orElse(OptionalDouble.empty());
  }
}
