package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A population and its offspring. The best of both make the next population; a chromosome that is
 * not among them becomes room for an offspring.
 *
 * @param <S> what the evaluation keeps of a chromosome
 */
final class Island<S> {
  private final int number;
  private final int population;

  /** The population, then the offspring. */
  private final List<Chromosome<S>> chromosomes = new ArrayList<>();

  private final Ranks ranks;
  private final double[] first;
  private final double[] second;
  private final boolean[] best;

  /** Room for a population and as many offspring. */
  Island(int number, int population, int tasks, ChromosomeEvaluation<S> evaluation, Ranks ranks) {
    this.number = number;
    this.population = population;
    this.ranks = ranks;
    for (int i = 0; i < 2 * population; i++) {
      chromosomes.add(new Chromosome<>(tasks, evaluation.newState()));
    }
    first = new double[2 * population];
    second = new double[2 * population];
    best = new boolean[2 * population];
  }

  int number() {
    return number;
  }

  Chromosome<S> member(int index) {
    return chromosomes.get(index);
  }

  Chromosome<S> offspring(int index) {
    return chromosomes.get(population + index);
  }

  /** Makes the best of the population and the first few offspring the population. */
  void select(int offspring) {
    markBest(population + offspring, population);
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

  private void markBest(int of, int wanted) {
    for (int i = 0; i < of; i++) {
      first[i] = chromosomes.get(i).firstLoss();
      second[i] = chromosomes.get(i).secondLoss();
    }
    ranks.of(first, second, of);
    ranks.markBest(wanted, best);
  }

  /** The best few of the population. */
  List<Chromosome<S>> best(int wanted) {
    markBest(population, wanted);
    List<Chromosome<S>> chosen = new ArrayList<>();
    for (int i = 0; i < population; i++) {
      if (best[i]) {
        chosen.add(member(i));
      }
    }
    return chosen;
  }

  /** Puts the first few offspring in the places of the worst of the population. */
  void replaceWorst(int few) {
    markBest(population, population - few);
    int next = population;
    for (int i = 0; i < population; i++) {
      if (!best[i]) {
        Collections.swap(chromosomes, i, next++);
      }
    }
  }
}
