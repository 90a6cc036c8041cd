package org.espalier.analysis.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.stochastic.Cloud;
import org.espalier.analysis.stochastic.SampledOutcomes;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.workload.policy.PolicyChoice;

/**
 * One search of a study: the bound, then as phases the sweep and each population in turn. A limit
 * of time is divided: the bound gets a quarter at most, and each phase an equal share of what is
 * left when it begins. A search that is stopped, by whatever, goes on from what its checkpoint has
 * of it.
 */
public final class ParetoRun {
  /** Points that are evaluated with drawn times, at most. */
  private static final int MOST_EVALUATED = 100;

  private static final int PARTS_OF_BOUND = 4;

  private final ParetoStudy study;
  private final Function<PolicyChoice, Allocation> policies;
  private final SearchSettings settings;

  /**
   * A search.
   *
   * @param policies what a policy makes of the trace
   */
  public ParetoRun(
      ParetoStudy study, Function<PolicyChoice, Allocation> policies, SearchSettings settings) {
    this.study = study;
    this.policies = policies;
    this.settings = settings;
  }

  /**
   * Searches.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a file of a seed, or of the
   *     checkpoint, is not good
   */
  public ParetoResults run() throws IOException {
    return run(false);
  }

  /**
   * Searches, unless the bound shows that nothing lies behind the reference point that was given.
   *
   * @throws org.espalier.workload.document.InvalidInputException if that is so, or as {@link
   *     #run()}
   */
  public ParetoResults runIfMeasurable() throws IOException {
    return run(true);
  }

  private ParetoResults run(boolean onlyIfMeasurable) throws IOException {
    SearchWatch watch = new SearchWatch(study, settings);
    Seeds seeds = Seeds.of(study, policies);
    Frontier frontier = frontier(watch, PARTS_OF_BOUND);
    if (onlyIfMeasurable
        && study.reference().isPresent()
        && frontier.bound().filter(FoundBound::isEmpty).isPresent()) {
      study.refuseReference();
    }
    List<Phase> phases = phases(seeds, frontier, watch);
    Found found = begun(frontier);
    for (int i = 0; i < phases.size(); i++) {
      watch.beginPart(phases.size() - i);
      found = phases.get(i).after(found);
    }
    List<FrontPoint> front = found.front();
    return new ParetoResults(
        study,
        frontier.reference(),
        frontier.bound(),
        found.snapshots(),
        front,
        evaluated(front),
        seeds.made(),
        found.unfinished(),
        found.unfinished().isEmpty() || !watch.isStopped());
  }

  /** No more than the bound. */
  public ParetoResults boundOnly() {
    Frontier frontier = frontier(new SearchWatch(study, settings), 1);
    return new ParetoResults(
        study,
        frontier.reference(),
        frontier.bound(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        begun(frontier).unfinished(),
        true);
  }

  private Frontier frontier(SearchWatch watch, int parts) {
    watch.beginPart(parts);
    settings.progress().begins("bound", 1);
    Frontier frontier = Frontier.of(study, settings.threads(), watch::isOver);
    settings.progress().ends();
    return frontier;
  }

  private static Found begun(Frontier frontier) {
    return frontier.bound().filter(FoundBound::isRough).isPresent()
        ? Found.NOTHING.without(
            "the search for the bound was cut short, so that shares of it are too small")
        : Found.NOTHING;
  }

  private List<Phase> phases(Seeds seeds, Frontier frontier, SearchWatch watch) {
    ChromosomeEvaluation<?> judge = study.evaluation();
    GeneticSettings genetic = study.search().genetic().withThreads(settings.threads());
    List<Phase> phases = new ArrayList<>();
    if (study.search().method().sweeps()) {
      phases.add(new SweepPhase(frontier, judge, watch));
    }
    for (int i = 0; i < seeds.populations().size(); i++) {
      List<Allocation> own = seeds.populations().get(i);
      phases.add(new PopulationPhase(study, i + 1, own, genetic, frontier, judge, watch));
    }
    return phases;
  }

  /** What drawn times make of the front; other times than those that judged it. */
  private List<Evaluated> evaluated(List<FrontPoint> front) {
    int evaluations = study.judging().monteCarlo();
    if (evaluations == 0 || front.isEmpty()) {
      return List.of();
    }
    SampledOutcomes samples =
        SampledOutcomes.of(study.problem(), study.uncertainty(), evaluations, study.seed() + 1);
    return FrontPoint.evenly(front, MOST_EVALUATED).stream()
        .map(point -> new Evaluated(point, Cloud.of(samples, point.allocation())))
        .toList();
  }
}
