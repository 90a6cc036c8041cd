package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.MachineHistory;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.Problems;
import org.espalier.workload.spread.Spread;
import org.espalier.workload.spread.SpreadFiles;
import org.junit.jupiter.api.Test;

/** The fast evaluation against one pass over the tasks for each sample. */
class PercentileEvaluationTest {
  private static final Percentile UPPER = new Percentile(25);
  private static final Percentile LOWER = new Percentile(75);

  /** At most so far from the plain evaluation. */
  private static final double RELATIVE = 1e-5;

  private static double[] sorted(
      SampledOutcomes samples, Allocation allocation, ToDoubleFunction<AllocationTotals> of) {
    double[] values = new double[samples.count()];
    Arrays.setAll(values, n -> of.applyAsDouble(SampledOutcome.of(samples, allocation, n)));
    Arrays.sort(values);
    return values;
  }

  private static void assertClose(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(RELATIVE * Math.abs(expected) + 1e-9));
  }

  private static void assertAsPlain(
      SampledOutcomes samples, Chromosome<List<MachineHistory<SampledSums>>> chromosome) {
    Allocation allocation = chromosome.allocation();
    assertClose(
        chromosome.firstLoss(),
        -UPPER.ofDescending(sorted(samples, allocation, AllocationTotals::utility)));
    assertClose(
        chromosome.secondLoss(),
        LOWER.ofAscending(sorted(samples, allocation, AllocationTotals::joules)));
  }

  private static PercentileEvaluation evaluation(SampledOutcomes samples) {
    return new PercentileEvaluation(samples, ObjectivePair.UTILITY_ENERGY, UPPER, LOWER);
  }

  @Test
  void itIsThatOfOnePassForEachSample() {
    for (int run : TestSample.of(40, 120).toArray()) {
      RandomProblems problems = new RandomProblems(run);
      StaticProblem problem = problems.problem(1 + run % 30, 6, run % 3 == 0 ? 0 : 0.4);
      SampledOutcomes samples =
          SampledOutcomes.of(problem, problems.uncertainty(problem), 1 + run % 37, run);
      PercentileEvaluation evaluation = evaluation(samples);
      Chromosome<List<MachineHistory<SampledSums>>> chromosome =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Genomes.set(chromosome, problems.allocation(problem));
      evaluation.newWorker().evaluate(chromosome);
      assertAsPlain(samples, chromosome);
    }
  }

  /** To the last bit, whatever was evaluated before. */
  @Test
  void anOffspringIsWorthWhatItIsWorthAlone() {
    for (int run : TestSample.of(6, 20).toArray()) {
      RandomProblems problems = new RandomProblems(1_000 + run);
      SplittableRandom random = new SplittableRandom(run);
      StaticProblem problem = problems.problem(1 + run * 5, 6, run % 2 == 0 ? 0 : 0.4);
      SampledOutcomes samples = SampledOutcomes.of(problem, problems.uncertainty(problem), 20, run);
      PercentileEvaluation evaluation = evaluation(samples);
      ChromosomeEvaluation.Worker<List<MachineHistory<SampledSums>>> worker =
          evaluation.newWorker();
      Chromosome<List<MachineHistory<SampledSums>>> parent =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Chromosome<List<MachineHistory<SampledSums>>> child =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Chromosome<List<MachineHistory<SampledSums>>> alone =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Genomes.set(parent, problems.allocation(problem));
      worker.evaluate(parent);
      for (int generation = 0; generation < 25; generation++) {
        int[] changed = change(parent, child, problems.allocation(problem), random);
        worker.evaluate(child, parent, changed, changed.length);
        Genomes.set(alone, child.allocation());
        evaluation.newWorker().evaluate(alone);
        assertThat(child.losses()).isEqualTo(alone.losses());
        Chromosome<List<MachineHistory<SampledSums>>> next = parent;
        parent = child;
        child = next;
      }
      assertAsPlain(samples, parent);
    }
  }

  /** Gives the child the parent's genes but for some tasks, which it tells. */
  private static int[] change(
      Chromosome<?> parent, Chromosome<?> child, Allocation other, SplittableRandom random) {
    Genomes.set(child, parent.allocation());
    int[] changed =
        random.ints(1 + random.nextInt(5), 0, parent.orders().length).sorted().distinct().toArray();
    for (int task : changed) {
      if (random.nextInt(4) > 0) {
        child.placements()[task] = other.placement(task);
      }
      if (random.nextBoolean()) {
        child.orders()[task] = other.order(task);
      }
    }
    return changed;
  }

  @Test
  void makespansHavePercentilesToo() {
    RandomProblems problems = new RandomProblems(3);
    StaticProblem problem = problems.problem(30, 6, 0.4);
    SampledOutcomes samples = SampledOutcomes.of(problem, problems.uncertainty(problem), 50, 1);
    PercentileEvaluation evaluation =
        new PercentileEvaluation(samples, ObjectivePair.MAKESPAN_ENERGY, UPPER, LOWER);
    Chromosome<List<MachineHistory<SampledSums>>> chromosome =
        new Chromosome<>(problem.tasks(), evaluation.newState());
    Genomes.set(chromosome, problems.allocation(problem));
    evaluation.newWorker().evaluate(chromosome);
    assertClose(
        chromosome.firstLoss(),
        UPPER.ofAscending(
            sorted(samples, chromosome.allocation(), AllocationTotals::makespanSeconds)));
  }

  /** Chapter 7: gamma distributions, three P-states, dropping. */
  @Test
  void itIsThatOfOnePassOnTheTraceOfTheSource() {
    StaticProblem problem = ParetoInputs.problem("stochastic");
    Spread spread =
        SpreadFiles.read(
                Repository.file("inputs/pareto/four-hours.spread.csv"),
                problem.system(),
                new Problems())
            .orElseThrow();
    Uncertainty uncertainty = Uncertainty.gamma(problem, spread, 16);
    SampledOutcomes samples = SampledOutcomes.of(problem, uncertainty, 20, 1);
    PercentileEvaluation evaluation = evaluation(samples);
    Chromosome<List<MachineHistory<SampledSums>>> chromosome =
        new Chromosome<>(problem.tasks(), evaluation.newState());
    SplittableRandom random = new SplittableRandom(4);
    for (int task = 0; task < problem.tasks(); task++) {
      int[] possible = problem.placementsFor(problem.type(task));
      chromosome.placements()[task] = possible[random.nextInt(possible.length)];
      chromosome.orders()[task] = task;
    }
    evaluation.newWorker().evaluate(chromosome);
    assertAsPlain(samples, chromosome);
  }

  @Test
  void commonRandomNumbersDoNotHangOnTheirCount() {
    StaticProblem problem = new RandomProblems(5).problem(20, 6, 0);
    Uncertainty uncertainty = Uncertainty.ofPet(problem);
    SampledOutcomes few = SampledOutcomes.of(problem, uncertainty, 10, 7);
    SampledOutcomes many = SampledOutcomes.of(problem, uncertainty, 100, 7);
    SampledOutcomes others = SampledOutcomes.of(problem, uncertainty, 10, 8);
    int different = 0;
    for (int task = 0; task < problem.tasks(); task++) {
      for (int n = 0; n < 10; n++) {
        assertThat(few.time(n, task, 0)).isEqualTo(many.time(n, task, 0));
        different += few.time(n, task, 0) == others.time(n, task, 0) ? 0 : 1;
      }
    }
    assertThat(different).isPositive();
  }

  /** What is short in one mode is short in all. */
  @Test
  void theSameQuantileIsTakenWhateverThePlacement() {
    StaticProblem problem = new RandomProblems(6).problem(20, 6, 0);
    SampledOutcomes samples = SampledOutcomes.of(problem, Uncertainty.ofPet(problem), 50, 7);
    for (int n = 1; n < 50; n++) {
      for (int mode = 1; mode < problem.modes(); mode++) {
        int rise = samples.time(n, 0, 0) - samples.time(n - 1, 0, 0);
        int itsRise = samples.time(n, 0, mode) - samples.time(n - 1, 0, mode);
        assertThat((long) rise * itsRise).isNotNegative();
      }
    }
  }

  @Test
  void withoutUncertaintyEachSampleIsTheExpectedValue() {
    RandomProblems problems = new RandomProblems(7);
    StaticProblem problem = problems.problem(25, 1, 0.3);
    Uncertainty certain = Uncertainty.ofPet(problem);
    Allocation allocation = problems.allocation(problem);
    AllocationTotals expected = AllocationOutcome.of(problem, allocation).totals();
    Cloud cloud = Cloud.of(SampledOutcomes.of(problem, certain, 3, 1), allocation);
    for (int n = 0; n < 3; n++) {
      assertClose(cloud.utility(n), expected.utility());
      assertClose(cloud.joules(n), expected.joules());
    }
    assertThat(cloud.meanDropped()).isEqualTo(expected.dropped());
  }

  /** Nothing is dropped, so that energies add up whatever waits for what. */
  @Test
  void withoutDroppingTheMeanEnergyIsThatOfExpectedValues() {
    RandomProblems problems = new RandomProblems(8);
    StaticProblem problem = problems.problem(40, 6, 0);
    Allocation allocation = problems.allocation(problem);
    Cloud cloud =
        Cloud.of(SampledOutcomes.of(problem, problems.uncertainty(problem), 4000, 1), allocation);
    double interval = 4 * Math.sqrt(cloud.varianceOfJoules() / cloud.size());
    double expected = AllocationOutcome.of(problem, allocation).totals().joules();
    assertThat(cloud.meanJoules()).isCloseTo(expected, within(interval));
    assertThat(interval).isLessThan(0.01 * expected);
    double notExecuted = Arrays.stream(allocation.placements()).filter(p -> p < 0).count();
    assertThat(cloud.meanDropped()).isEqualTo(notExecuted);
  }
}
