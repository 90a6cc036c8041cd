package org.espalier.analysis.nsga2;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * NSGA-II on static allocations (DISSERTATION 5.4.4). Parents are drawn uniformly and without a
 * tournament, whole genes between two places change sides, an offspring mutates with a probability,
 * and the best of parents and offspring go on.
 *
 * <p>The result hangs on problem, objectives, settings and seeds alone: not on the number of
 * threads. Not for several callers at once.
 */
public final class GeneticSearch {
  private final GeneticSettings settings;
  private final Evolution<?> evolution;
  private long generation;

  /**
   * A search.
   *
   * @param seeds allocations of the problem in the starting population; its other members are
   *     random. If there are more than the population has places, the first go in
   * @param evaluation gives the losses of the objectives, in their order
   */
  public GeneticSearch(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      List<Allocation> seeds,
      ChromosomeEvaluation<?> evaluation) {
    this.settings = settings;
    evolution = new Evolution<>(problem, objectives, settings, evaluation);
    try (Crew crew = new Crew(settings.threads())) {
      evolution.begin(seeds, crew);
    }
  }

  /** Goes on for some generations. */
  public void advance(long generations) {
    advance(generations, () -> false);
  }

  /**
   * Goes on for some generations, or fewer.
   *
   * @param stop asked before each generation on the calling thread
   */
  public void advance(long generations, BooleanSupplier stop) {
    try (Crew crew = new Crew(settings.threads())) {
      for (long i = 0; i < generations && !stop.getAsBoolean(); i++) {
        generation++;
        evolution.advance(generation, crew);
      }
    }
  }

  /** How many generations there were. */
  public long generation() {
    return generation;
  }

  /** The members of the population. */
  public List<Allocation> members() {
    return evolution.members().stream().map(Chromosome::allocation).toList();
  }

  /** The members of the population that no other dominates, by ascending first loss. */
  public List<ParetoArchive.Entry<Allocation>> front() {
    ParetoArchive<Allocation> front = new ParetoArchive<>();
    for (Chromosome<?> chromosome : evolution.members()) {
      if (front.wouldTake(chromosome.firstLoss(), chromosome.secondLoss())) {
        front.add(chromosome.losses(), chromosome.allocation());
      }
    }
    return front.entries();
  }
}
