package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * The populations of a search and those who breed them, one for each thread.
 *
 * @param <S> what the evaluation keeps of a chromosome
 */
final class Islands<S> {
  private final GeneticSettings settings;
  private final boolean usesOrders;
  private final List<Island<S>> islands = new ArrayList<>();
  private final List<Breeder<S>> breeders = new ArrayList<>();
  private final int pairs;

  Islands(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      ChromosomeEvaluation<S> evaluation) {
    this.settings = settings;
    usesOrders = evaluation.usesOrders();
    int population = settings.population();
    pairs = population / 2;
    for (int number = 0; number < settings.islands(); number++) {
      Ranks ranks =
          new Ranks(
              2 * population,
              settings.ranking(),
              objectives.first().isMaximised(),
              objectives.second().isMaximised());
      islands.add(new Island<>(number, population, problem.tasks(), evaluation, ranks));
    }
    for (int worker = 0; worker < settings.threads(); worker++) {
      breeders.add(new Breeder<>(problem, settings, evaluation));
    }
  }

  /**
   * Makes the starting populations: each has the seeds, or if they are too many the best of them,
   * and random chromosomes beside.
   */
  void begin(List<Allocation> seeds, Crew crew) {
    int population = settings.population();
    int seeded = Math.min(seeds.size(), population);
    for (Island<S> island : islands) {
      for (int i = 0; i < seeded; i++) {
        island.member(i).set(seeds.get(i), usesOrders);
      }
    }
    crew.run(
        islands.size() * population,
        (worker, piece) -> {
          Island<S> island = islands.get(piece / population);
          int index = piece % population;
          Breeder<S> breeder = breeders.get(worker);
          if (index >= seeded) {
            breeder.fill(island.member(index), island.number(), index);
          }
          breeder.evaluate(island.member(index));
        });
    for (int from = population; from < seeds.size(); from += population) {
      add(seeds.subList(from, Math.min(from + population, seeds.size())));
    }
  }

  private void add(List<Allocation> seeds) {
    for (Island<S> island : islands) {
      for (int i = 0; i < seeds.size(); i++) {
        island.offspring(i).set(seeds.get(i), usesOrders);
        breeders.getFirst().evaluate(island.offspring(i));
      }
      island.select(seeds.size());
    }
  }

  /** Makes the offspring of a generation. */
  void breed(long generation, Crew crew) {
    crew.run(
        islands.size() * pairs,
        (worker, piece) -> {
          Island<S> island = islands.get(piece / pairs);
          breeders.get(worker).breed(island, generation, piece % pairs);
        });
  }

  /** Makes the best of populations and offspring the populations. */
  void select(Crew crew) {
    if (islands.size() == 1) {
      islands.getFirst().select(settings.population());
    } else {
      crew.run(islands.size(), (worker, piece) -> islands.get(piece).select(settings.population()));
    }
  }

  /** Each island sends its best to the next, in place of the worst there. */
  void migrate() {
    for (Island<S> island : islands) {
      Island<S> next = islands.get((island.number() + 1) % islands.size());
      int place = 0;
      for (Chromosome<S> emigrant : island.best(settings.migrants())) {
        breeders.getFirst().copy(emigrant, next.offspring(place++));
      }
    }
    islands.forEach(island -> island.replaceWorst(settings.migrants()));
  }

  void forEachMember(Consumer<Chromosome<S>> action) {
    for (Island<S> island : islands) {
      for (int i = 0; i < settings.population(); i++) {
        action.accept(island.member(i));
      }
    }
  }
}
