package org.espalier.analysis.nsga2;

/**
 * How a genetic search goes.
 *
 * @param population chromosomes; even and at least 2
 * @param mutation the probability that an offspring mutates
 * @param ranking what the rank of a chromosome is
 * @param seed of all random numbers
 * @param threads that breed and evaluate; the result is the same for any number
 */
public record GeneticSettings(
    int population, double mutation, Ranking ranking, long seed, int threads) {
  /** A population of 100, half of the offspring mutated, ranks by fronts, one thread. */
  public static GeneticSettings of(long seed) {
    return new GeneticSettings(100, 0.5, Ranking.FRONTS, seed, 1);
  }

  public GeneticSettings withThreads(int count) {
    return new GeneticSettings(population, mutation, ranking, seed, count);
  }
}
