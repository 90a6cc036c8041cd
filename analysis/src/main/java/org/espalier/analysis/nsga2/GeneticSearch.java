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
  private final StaticProblem problem;
  private final GeneticSettings settings;
  private final Evolution<?> evolution;
  private long generation;

  /**
   * A search with an evaluation of its own.
   *
   * @param evaluation gives the losses of the objectives, in their order
   */
  public GeneticSearch(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      List<Allocation> seeds,
      ChromosomeEvaluation<?> evaluation) {
    this.problem = problem;
    this.settings = settings;
    seeds.forEach(this::check);
    evolution = new Evolution<>(problem, objectives, settings, evaluation);
    try (Crew crew = new Crew(settings.threads())) {
      evolution.begin(seeds, crew);
    }
  }

  /**
   * A search by expected values: execution times and powers are their means.
   *
   * @param seeds in the starting population; its other members are random. If there are more than
   *     the population has places, the first go in
   * @throws IllegalArgumentException if a seed is no allocation of the problem
   */
  public GeneticSearch(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      List<Allocation> seeds) {
    this(problem, objectives, settings, seeds, ExpectedValues.of(problem, objectives));
  }

  private void check(Allocation seed) {
    if (seed.tasks() != problem.tasks()) {
      throw new IllegalArgumentException(
          "a seed has %s tasks and the problem %s".formatted(seed.tasks(), problem.tasks()));
    }
    for (int task = 0; task < seed.tasks(); task++) {
      if (!isPossible(task, seed.placement(task))) {
        throw new IllegalArgumentException(
            "a seed gives task %s placement %s, which cannot run it"
                .formatted(task, seed.placement(task)));
      }
    }
  }

  private boolean isPossible(int task, int placement) {
    return placement == Allocation.NOT_EXECUTED
        || (placement >= 0
            && placement < problem.placements()
            && problem.canRun(problem.type(task), problem.modeOf(placement)));
  }

  private static void collect(Chromosome<?> chromosome, ParetoArchive<Allocation> to) {
    if (to.wouldTake(chromosome.firstLoss(), chromosome.secondLoss())) {
      to.add(chromosome.losses(), chromosome.allocation());
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
    evolution.members().forEach(chromosome -> collect(chromosome, front));
    return front.entries();
  }
}
