package org.espalier.analysis.nsga2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evaluation by what changed beside one pass over all tasks. */
class ExpectedValuesTest {
  static Stream<ObjectivePair> pairs() {
    List<ObjectivePair> pairs = new ArrayList<>();
    for (Objective first : Objective.values()) {
      for (Objective second : Objective.values()) {
        if (first != second) {
          pairs.add(new ObjectivePair(first, second));
        }
      }
    }
    return pairs.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void theyAreThoseOfAWholePass(ObjectivePair pair) {
    SplittableRandom random = new SplittableRandom(pair.hashCode());
    for (int run = 0; run < 40; run++) {
      int tasks = run < 4 ? 1 : 1 + random.nextInt(run % 4 == 0 ? 200 : 40);
      StaticProblem problem = RandomProblems.of(random, tasks);
      if (problem.system().apc().isPresent()) {
        problem = Bags.priced(problem);
      }
      StaticProblem wanted = random.nextInt(4) == 0 ? Bags.of(problem) : problem;
      new Chain<>(wanted, pair, ExpectedValues.of(wanted, pair), random).follow(150);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dataset1", "dataset3", "stochastic", "investigation1"})
  void theyAreThoseOfAWholePassOnInstances(String instance) {
    StaticProblem problem = ParetoInputs.problem(instance);
    SplittableRandom random = new SplittableRandom(5);
    for (ObjectivePair pair :
        List.of(ObjectivePair.UTILITY_ENERGY, ObjectivePair.MAKESPAN_ENERGY)) {
      new Chain<>(problem, pair, ExpectedValues.of(problem, pair), random).follow(100);
    }
  }

  /** Chromosomes each made of one or two before it. */
  private static final class Chain<S> {
    private static final int KEPT = 4;

    private final StaticProblem problem;
    private final ObjectivePair pair;
    private final SplittableRandom random;
    private final ChromosomeEvaluation<S> evaluation;
    private final ChromosomeEvaluation.Worker<S> worker;
    private final List<Chromosome<S>> kept = new ArrayList<>();
    private final Chromosome<S> whole;
    private Chromosome<S> spare;

    Chain(
        StaticProblem problem,
        ObjectivePair pair,
        ChromosomeEvaluation<S> evaluation,
        SplittableRandom random) {
      this.problem = problem;
      this.pair = pair;
      this.random = random;
      this.evaluation = evaluation;
      worker = evaluation.newWorker();
      for (int i = 0; i < KEPT; i++) {
        Chromosome<S> chromosome = chromosome();
        for (int task = 0; task < problem.tasks(); task++) {
          set(chromosome, task);
        }
        worker.evaluate(chromosome);
        check(chromosome);
        kept.add(chromosome);
      }
      whole = chromosome();
      spare = chromosome();
    }

    private Chromosome<S> chromosome() {
      return new Chromosome<>(problem.tasks(), evaluation.newState());
    }

    private void set(Chromosome<S> chromosome, int task) {
      int[] placements = problem.placementsFor(problem.type(task));
      chromosome.placements()[task] =
          random.nextInt(8) == 0
              ? Allocation.NOT_EXECUTED
              : placements[random.nextInt(placements.length)];
      if (evaluation.usesOrders()) {
        chromosome.orders()[task] = random.nextInt(problem.tasks());
      }
    }

    void follow(int steps) {
      for (int step = 0; step < steps; step++) {
        Chromosome<S> parent = kept.get(random.nextInt(KEPT));
        copy(parent, spare);
        change(kept.get(random.nextInt(KEPT)));
        int[] changed =
            java.util.stream.IntStream.range(0, problem.tasks())
                .filter(t -> random.nextInt(20) == 0 || !isSame(parent, spare, t))
                .toArray();
        worker.evaluate(spare, parent, changed, changed.length);
        check(spare);
        copy(spare, whole);
        worker.evaluate(whole);
        assertThat(spare.losses()).isEqualTo(whole.losses());
        spare = kept.set(random.nextInt(KEPT), spare);
      }
    }

    private void change(Chromosome<S> other) {
      int from = random.nextInt(problem.tasks());
      int to = Math.min(problem.tasks(), from + random.nextInt(12));
      if (random.nextBoolean()) {
        for (int task = from; task < to; task++) {
          spare.placements()[task] = other.placements()[task];
          spare.orders()[task] = other.orders()[task];
        }
      }
      for (int mutations = random.nextInt(3); mutations > 0; mutations--) {
        set(spare, random.nextInt(problem.tasks()));
      }
    }

    private void copy(Chromosome<S> from, Chromosome<S> to) {
      System.arraycopy(from.placements(), 0, to.placements(), 0, problem.tasks());
      System.arraycopy(from.orders(), 0, to.orders(), 0, problem.tasks());
    }

    private static boolean isSame(Chromosome<?> a, Chromosome<?> b, int task) {
      return a.placements()[task] == b.placements()[task] && a.orders()[task] == b.orders()[task];
    }

    private void check(Chromosome<S> chromosome) {
      Losses expected =
          pair.losses(AllocationOutcome.of(problem, chromosome.allocation()).totals());
      assertThat(chromosome.firstLoss()).isCloseTo(expected.first(), near(expected.first()));
      assertThat(chromosome.secondLoss()).isCloseTo(expected.second(), near(expected.second()));
    }

    private static org.assertj.core.data.Offset<Double> near(double value) {
      return offset(Math.abs(value) * 1e-9 + 1e-300);
    }
  }
}
