package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * A population, its offspring, and those who breed it, one for each thread. The best of population
 * and offspring make the next population; a chromosome that is not among them becomes room for an
 * offspring.
 *
 * @param <S> what the evaluation keeps of a chromosome
 */
final class Evolution<S> {
  private final int population;
  private final boolean usesOrders;

  /** The population, then the offspring. */
  private final List<Chromosome<S>> chromosomes = new ArrayList<>();

  private final List<Breeder<S>> breeders = new ArrayList<>();
  private final Ranks ranks;
  private final double[] first;
  private final double[] second;
  private final boolean[] best;

  Evolution(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      ChromosomeEvaluation<S> evaluation) {
    population = settings.population();
    usesOrders = evaluation.usesOrders();
    for (int i = 0; i < 2 * population; i++) {
      chromosomes.add(new Chromosome<>(problem.tasks(), evaluation.newState()));
    }
    for (int worker = 0; worker < settings.threads(); worker++) {
      breeders.add(new Breeder<>(problem, settings, evaluation));
    }
    ranks =
        new Ranks(
            2 * population,
            settings.ranking(),
            objectives.first().isMaximised(),
            objectives.second().isMaximised());
    first = new double[2 * population];
    second = new double[2 * population];
    best = new boolean[2 * population];
  }

  /**
   * Makes the starting population: it has the seeds, or if they are too many the first of them, and
   * random chromosomes beside.
   */
  void begin(List<Allocation> seeds, Crew crew) {
    int seeded = Math.min(seeds.size(), population);
    for (int i = 0; i < seeded; i++) {
      chromosomes.get(i).set(seeds.get(i), usesOrders);
    }
    crew.run(
        population,
        (worker, index) -> {
          Breeder<S> breeder = breeders.get(worker);
          if (index >= seeded) {
            breeder.fill(chromosomes.get(index), index);
          }
          breeder.evaluate(chromosomes.get(index));
        });
  }

  /** Makes the offspring of a generation, and of both the next population. */
  void advance(long generation, Crew crew) {
    List<Chromosome<S>> members = members();
    crew.run(
        population / 2,
        (worker, pair) -> {
          int place = population + 2 * pair;
          breeders
              .get(worker)
              .breed(members, generation, pair, chromosomes.get(place), chromosomes.get(place + 1));
        });
    select();
  }

  /** Makes the best of the population and its offspring the population. */
  private void select() {
    for (int i = 0; i < first.length; i++) {
      first[i] = chromosomes.get(i).firstLoss();
      second[i] = chromosomes.get(i).secondLoss();
    }
    ranks.of(first, second, first.length);
    ranks.markBest(population, best);
    int next = population;
    for (int i = 0; i < population; i++) {
      if (!best[i]) {
        while (!best[next]) {
          next++;
        }
        Collections.swap(chromosomes, i, next++);
      }
    }
  }

  /** The population. */
  List<Chromosome<S>> members() {
    return chromosomes.subList(0, population);
  }
}
