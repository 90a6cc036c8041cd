package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.List;

/**
 * How a genetic search goes.
 *
 * @param population chromosomes of an island; even and at least 2
 * @param mutation the probability that an offspring mutates
 * @param ranking what the rank of a chromosome is
 * @param islands populations that develop apart
 * @param migrationGenerations after how many generations each island sends its best to the next
 * @param migrants how many it sends, in place of the worst there; fewer than the population
 * @param seed of all random numbers
 * @param threads that breed and evaluate; the result is the same for any number
 */
public record GeneticSettings(
    int population,
    double mutation,
    Ranking ranking,
    int islands,
    int migrationGenerations,
    int migrants,
    long seed,
    int threads) {
  public static final int POPULATION = 100;
  public static final double MUTATION = 0.5;
  private static final int MIGRATION_GENERATIONS = 100;
  private static final int MIGRANTS = 2;

  /** Throws {@link IllegalArgumentException} that names all that is wrong. */
  public GeneticSettings {
    List<String> problems = new ArrayList<>();
    check(problems, population >= 2 && population % 2 == 0, "population", population, "even, >= 2");
    check(problems, mutation >= 0 && mutation <= 1, "mutation", mutation, "0 to 1");
    check(problems, islands >= 1, "islands", islands, ">= 1");
    check(
        problems,
        migrationGenerations >= 1,
        "generations between migrations",
        migrationGenerations,
        ">= 1");
    check(
        problems,
        migrants >= 0 && migrants < Math.max(population, 1),
        "migrants",
        migrants,
        "0 or more, fewer than the population");
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

  /** One population of 100, half of the offspring mutated, ranks by fronts, one thread. */
  public static GeneticSettings of(long seed) {
    return new GeneticSettings(
        POPULATION, MUTATION, Ranking.FRONTS, 1, MIGRATION_GENERATIONS, MIGRANTS, seed, 1);
  }

  public GeneticSettings withPopulation(int chromosomes) {
    return new GeneticSettings(
        chromosomes,
        mutation,
        ranking,
        islands,
        migrationGenerations,
        Math.min(migrants, Math.max(chromosomes - 1, 0)),
        seed,
        threads);
  }

  public GeneticSettings withThreads(int count) {
    return new GeneticSettings(
        population, mutation, ranking, islands, migrationGenerations, migrants, seed, count);
  }
}
