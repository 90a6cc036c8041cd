package org.espalier.analysis.run;

import java.util.Collections;
import java.util.LinkedHashMap;
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
 * @param isComplete whether it was not stopped before
 */
public record ParetoResults(
    ParetoStudy study,
    Losses reference,
    Optional<FoundBound> bound,
    List<Snapshot> snapshots,
    List<FrontPoint> front,
    List<Evaluated> evaluated,
    Map<SeedSource.OfPolicy, Allocation> made,
    boolean isComplete) {
  public ParetoResults {
    snapshots = List.copyOf(snapshots);
    front = List.copyOf(front);
    evaluated = List.copyOf(evaluated);
    made = Collections.unmodifiableMap(new LinkedHashMap<>(made));
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
