package org.espalier.analysis.nsga2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moeaframework.algorithm.NSGAII;
import org.moeaframework.core.Solution;
import org.moeaframework.core.operator.Variation;
import org.moeaframework.core.population.NondominatedSortingPopulation;
import org.moeaframework.core.population.Population;
import org.moeaframework.core.selection.Selection;
import org.moeaframework.core.variable.AbstractVariable;
import org.moeaframework.problem.AbstractProblem;

/**
 * Hypervolumes over several seeds beside those of MOEA Framework 5.0, with the same operators
 * written for it here and every offspring evaluated by one pass over all tasks.
 */
class OtherLibraryTest {
  private static final int TASKS = 60;
  private static final int POPULATION = 40;
  private static final int GENERATIONS = 150;
  private static final int RUNS = 10;

  /** Values that far apart are so by chance in one of a hundred comparisons. */
  private static final double SIGNIFICANCE = 0.01;

  private final StaticProblem problem = firstTasks();
  private final Losses reference =
      ObjectivePair.UTILITY_ENERGY.losses(0, 1.5 * leastJoules(problem));

  private static StaticProblem firstTasks() {
    StaticProblem whole = ParetoInputs.problem("dataset1");
    Workload few = new Workload("few", whole.workload().tasks().subList(0, TASKS));
    return StaticProblem.of(whole.system(), few, 0);
  }

  private static double leastJoules(StaticProblem problem) {
    return IntStream.range(0, problem.tasks())
        .map(problem::type)
        .mapToDouble(type ->
            Arrays.stream(problem.placementsFor(type))
                .mapToDouble(placement -> problem.joules(type, problem.modeOf(placement)))
                .min()
                .orElseThrow())
        .sum();
  }

  @Test
  @Tag("slow")
  void hypervolumesAreThoseOfAnotherLibrary() {
    double[] ours = new double[RUNS];
    double[] theirs = new double[RUNS];
    double[] unmutated = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      ours[run] = ours(run, GeneticSettings.of(1).mutation());
      unmutated[run] = ours(run, 0);
      theirs[run] = theirs(run);
    }
    MannWhitneyUTest test = new MannWhitneyUTest();
    String values = Arrays.toString(ours) + " and " + Arrays.toString(theirs);
    assertThat(test.mannWhitneyUTest(ours, theirs)).as(values).isGreaterThan(SIGNIFICANCE);
    assertThat(test.mannWhitneyUTest(unmutated, theirs)).isLessThan(SIGNIFICANCE);
  }

  private double ours(long seed, double mutation) {
    GeneticSettings settings = new GeneticSettings(POPULATION, mutation, Ranking.FRONTS, seed, 1);
    GeneticSearch search =
        TestSearch.of(problem, ObjectivePair.UTILITY_ENERGY, settings, List.of());
    search.advance(GENERATIONS);
    return hypervolume(search.front().stream().map(ParetoArchive.Entry::losses).toList());
  }

  private double theirs(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NSGAII search =
        new NSGAII(
            new Library(),
            POPULATION,
            new NondominatedSortingPopulation(),
            null,
            new Uniform(random),
            new Operators(random),
            count ->
                IntStream.range(0, count).mapToObj(i -> random(random)).toArray(Solution[]::new));
    for (int step = 0; step <= GENERATIONS; step++) {
      search.step();
    }
    List<Losses> front = new ArrayList<>();
    for (Solution solution : search.getResult()) {
      front.add(new Losses(solution.getObjectiveValue(0), solution.getObjectiveValue(1)));
    }
    return hypervolume(front);
  }

  private double hypervolume(List<Losses> front) {
    return Indicators.hypervolume(front, reference);
  }

  private Solution random(SplittableRandom random) {
    Encoded genes = new Encoded(TASKS);
    List<Integer> orders = new ArrayList<>(IntStream.range(0, TASKS).boxed().toList());
    for (int task = 0; task < TASKS; task++) {
      genes.placements[task] = placement(random, task);
      genes.orders[task] = orders.remove(random.nextInt(orders.size()));
    }
    return solution(genes);
  }

  private int placement(SplittableRandom random, int task) {
    int[] possible = problem.placementsFor(problem.type(task));
    return possible[random.nextInt(possible.length)];
  }

  private static Solution solution(Encoded genes) {
    Solution solution = new Solution(1, 2);
    solution.setVariable(0, genes);
    return solution;
  }

  private static Encoded genes(Solution solution) {
    return (Encoded) solution.getVariable(0);
  }

  /** A whole allocation as one variable. */
  private static final class Encoded extends AbstractVariable {
    private static final long serialVersionUID = 1;

    private final int[] placements;
    private final int[] orders;

    Encoded(int tasks) {
      placements = new int[tasks];
      orders = new int[tasks];
    }

    @Override
    public Encoded copy() {
      Encoded copy = new Encoded(placements.length);
      take(copy, 0, placements.length);
      return copy;
    }

    private void take(Encoded to, int from, int count) {
      System.arraycopy(placements, from, to.placements, from, count);
      System.arraycopy(orders, from, to.orders, from, count);
    }

    @Override
    public void randomize() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String encode() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void decode(String value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getDefinition() {
      return "genes";
    }
  }

  private final class Library extends AbstractProblem {
    Library() {
      super(1, 2);
    }

    @Override
    public void evaluate(Solution solution) {
      Encoded genes = genes(solution);
      Allocation allocation = Allocation.of(genes.placements, genes.orders);
      Losses losses =
          ObjectivePair.UTILITY_ENERGY.losses(AllocationOutcome.of(problem, allocation).totals());
      solution.setObjectiveValue(0, losses.first());
      solution.setObjectiveValue(1, losses.second());
    }

    @Override
    public Solution newSolution() {
      return solution(new Encoded(TASKS));
    }
  }

  /** Parents without a tournament. */
  private record Uniform(SplittableRandom random) implements Selection {
    @Override
    public Solution[] select(int arity, Population population) {
      Solution[] parents = new Solution[arity];
      Arrays.setAll(parents, i -> population.get(random.nextInt(population.size())));
      return parents;
    }
  }

  private final class Operators implements Variation {
    private final SplittableRandom random;

    Operators(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public String getName() {
      return "segments and mutation";
    }

    @Override
    public int getArity() {
      return 2;
    }

    @Override
    public Solution[] evolve(Solution[] parents) {
      Encoded first = genes(parents[0]).copy();
      Encoded second = genes(parents[1]).copy();
      int one = random.nextInt(TASKS);
      int other = random.nextInt(TASKS);
      int from = Math.min(one, other);
      int count = Math.max(one, other) + 1 - from;
      genes(parents[0]).take(second, from, count);
      genes(parents[1]).take(first, from, count);
      mutate(first);
      mutate(second);
      return new Solution[] {solution(first), solution(second)};
    }

    private void mutate(Encoded genes) {
      if (random.nextDouble() < GeneticSettings.of(1).mutation()) {
        int task = random.nextInt(TASKS);
        int other = random.nextInt(TASKS);
        genes.placements[task] = placement(random, task);
        int order = genes.orders[task];
        genes.orders[task] = genes.orders[other];
        genes.orders[other] = order;
      }
    }
  }
}
