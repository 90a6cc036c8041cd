package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.List;

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

  /** Throws {@link IllegalArgumentException} that names all that is wrong. */
  public GeneticSettings {
    List<String> problems = new ArrayList<>();
    check(problems, population >= 2 && population % 2 == 0, "population", population, "even, >= 2");
    check(problems, mutation >= 0 && mutation <= 1, "mutation", mutation, "0 to 1");
    check(problems, threads >= 1, "threads", threads, ">= 1");
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private static void check(
      List<String> problems, boolean holds, String name, Number value, String expected) {
    if (!holds) {
      problems.add("%s is %s; expected %s".formatted(name, value, expected));
    }
  }

  /** A population of 100, half of the offspring mutated, ranks by fronts, one thread. */
  public static GeneticSettings of(long seed) {
    return new GeneticSettings(100, 0.5, Ranking.FRONTS, seed, 1);
  }

  public GeneticSettings withThreads(int count) {
    return new GeneticSettings(population, mutation, ranking, seed, count);
  }
}
