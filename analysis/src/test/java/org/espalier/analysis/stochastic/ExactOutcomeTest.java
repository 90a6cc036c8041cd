package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;

/** Convolutions on a lattice against all cases, samples and expected values. */
class ExactOutcomeTest {
  private static final double STEP = RandomProblems.STEP_SECONDS;

  private static void assertClose(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
  }

  private static void assertSame(ExactOutcome actual, ExactOutcome expected) {
    assertClose(actual.utility(), expected.utility());
    assertClose(actual.joules(), expected.joules());
    assertClose(actual.cost(), expected.cost());
    assertClose(actual.onTime(), expected.onTime());
    assertClose(actual.dropped(), expected.dropped());
    assertClose(actual.varianceOfUtility(), expected.varianceOfUtility());
    double scale = expected.joules() * expected.joules();
    assertThat(actual.varianceOfJoules())
        .isCloseTo(expected.varianceOfJoules(), within(1e-9 * scale + 1e-9));
    assertThat(actual.covariance())
        .isCloseTo(
            expected.covariance(), within(1e-9 * expected.joules() * expected.utility() + 1e-9));
  }

  @Test
  void itIsThatOfAllCases() {
    RandomProblems problems = new RandomProblems(1);
    for (int run = 0; run < 300; run++) {
      StaticProblem problem = problems.problem(1 + run % 6, 3, run % 3 == 0 ? 0 : 0.8);
      Uncertainty uncertainty = problems.uncertainty(problem);
      Allocation allocation = problems.allocation(problem);
      assertSame(
          ExactOutcome.of(problem, uncertainty, STEP, allocation),
          EnumeratedOutcome.of(problem, uncertainty, allocation).exact());
    }
  }

  @Test
  void anEvaluationHasItsMeans() {
    RandomProblems problems = new RandomProblems(2);
    for (int run = 0; run < 50; run++) {
      StaticProblem problem = problems.problem(1 + run, 5, run % 3 == 0 ? 0 : 0.8);
      Uncertainty uncertainty = problems.uncertainty(problem);
      Allocation allocation = problems.allocation(problem);
      ExactOutcome outcome = ExactOutcome.of(problem, uncertainty, STEP, allocation);
      assertLosses(problem, uncertainty, allocation, Objective.UTILITY, -outcome.utility());
      assertLosses(problem, uncertainty, allocation, Objective.ROBUSTNESS, -outcome.onTime());
      assertLosses(problem, uncertainty, allocation, Objective.COST, outcome.cost());
    }
  }

  private static void assertLosses(
      StaticProblem problem,
      Uncertainty uncertainty,
      Allocation allocation,
      Objective objective,
      double expected) {
    ExactEvaluation evaluation =
        new ExactEvaluation(
            problem, uncertainty, new ObjectivePair(objective, Objective.ENERGY), STEP);
    Chromosome<Histories<MachineMoments>> chromosome =
        new Chromosome<>(problem.tasks(), evaluation.newState());
    Genomes.set(chromosome, allocation);
    evaluation.newWorker().evaluate(chromosome);
    assertClose(chromosome.firstLoss(), expected);
    assertClose(
        chromosome.secondLoss(), ExactOutcome.of(problem, uncertainty, STEP, allocation).joules());
  }

  /** To the last bit, whatever was evaluated before. */
  @Test
  void anOffspringIsWorthWhatItIsWorthAlone() {
    RandomProblems problems = new RandomProblems(3);
    StaticProblem problem = problems.problem(80, 5, 0.8);
    ExactEvaluation evaluation =
        new ExactEvaluation(
            problem, problems.uncertainty(problem), ObjectivePair.UTILITY_ENERGY, STEP);
    ChromosomeEvaluation.Worker<Histories<MachineMoments>> worker = evaluation.newWorker();
    Chromosome<Histories<MachineMoments>> parent =
        new Chromosome<>(problem.tasks(), evaluation.newState());
    Genomes.set(parent, problems.allocation(problem));
    worker.evaluate(parent);
    for (int generation = 0; generation < 60; generation++) {
      Chromosome<Histories<MachineMoments>> child =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Chromosome<Histories<MachineMoments>> alone =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Genomes.set(child, parent.allocation());
      Allocation other = problems.allocation(problem);
      int task = (generation * 37) % problem.tasks();
      child.placements()[task] = other.placement(task);
      child.orders()[task] = other.order(task);
      worker.evaluate(child, parent, new int[] {task}, 1);
      Genomes.set(alone, child.allocation());
      evaluation.newWorker().evaluate(alone);
      assertThat(child.losses()).isEqualTo(alone.losses());
      parent = child;
    }
  }

  @Test
  void samplesScatterAboutIt() {
    RandomProblems problems = new RandomProblems(4);
    for (int run = 0; run < 10; run++) {
      StaticProblem problem = problems.problem(40, 6, run % 2 == 0 ? 0 : 0.8);
      Uncertainty shares = ofShares(problem, problems.uncertainty(problem));
      Allocation allocation = problems.allocation(problem);
      ExactOutcome exact = ExactOutcome.of(problem, shares, STEP, allocation);
      Cloud cloud = Cloud.of(Samples.of(problem, shares, 4000, run), allocation);
      double root = Math.sqrt(cloud.size());
      assertThat(cloud.meanUtility())
          .isCloseTo(exact.utility(), within(4.5 * Math.sqrt(exact.varianceOfUtility()) / root));
      assertThat(cloud.meanJoules())
          .isCloseTo(exact.joules(), within(4.5 * Math.sqrt(exact.varianceOfJoules()) / root));
      assertThat(cloud.meanDropped()).isCloseTo(exact.dropped(), within(0.2));
      assertThat(cloud.varianceOfUtility() / exact.varianceOfUtility()).isBetween(0.85, 1.15);
      assertThat(cloud.varianceOfJoules() / exact.varianceOfJoules()).isBetween(0.85, 1.15);
      double scale = Math.sqrt(exact.varianceOfUtility() * exact.varianceOfJoules());
      assertThat(cloud.covariance()).isCloseTo(exact.covariance(), within(0.1 * scale));
    }
  }

  /** Times of whole shares on the lattice, which samples have too. */
  private static Uncertainty ofShares(StaticProblem problem, Uncertainty uncertainty) {
    return Uncertainty.of(
        problem,
        (type, mode) -> {
          PointMasses seconds = uncertainty.seconds(type, mode);
          double[] values = new double[Math.min(2, seconds.size())];
          double[] probabilities = new double[values.length];
          for (int k = 0; k < values.length; k++) {
            values[k] = seconds.value(k);
            probabilities[k] = 1.0 / values.length;
          }
          return PointMasses.of(values, probabilities);
        },
        uncertainty::watts);
  }

  @Test
  void withoutUncertaintyItIsTheExpectedValue() {
    RandomProblems problems = new RandomProblems(5);
    for (int run = 0; run < 30; run++) {
      StaticProblem problem = problems.problem(25, 1, 0.8);
      Allocation allocation = problems.allocation(problem);
      AllocationTotals expected = AllocationOutcome.of(problem, allocation).totals();
      ExactOutcome exact = ExactOutcome.of(problem, Uncertainty.ofPet(problem), STEP, allocation);
      assertClose(exact.utility(), expected.utility());
      assertClose(exact.joules(), expected.joules());
      assertClose(exact.onTime(), expected.onTime());
      assertClose(exact.dropped(), expected.dropped());
      assertThat(exact.varianceOfUtility()).isCloseTo(0, within(1e-9));
    }
  }

  /** Of distributions without large masses: what lies on a jump of utility is divided. */
  @Test
  void theErrorOfALatticeFallsWithItsStep() {
    RandomProblems problems = new RandomProblems(6);
    double coarse = 0;
    double fine = 0;
    double sum = 0;
    for (int run = 0; run < 5; run++) {
      StaticProblem problem = problems.problem(20, 6, 0.8);
      Uncertainty uncertainty =
          Uncertainty.of(
              problem,
              (type, mode) -> PointMasses.gamma(problem.seconds(type, mode), 0.5, 200),
              (type, mode) -> PointMasses.certain(problem.watts(type, mode)));
      Allocation allocation = problems.allocation(problem);
      double exact = ExactOutcome.of(problem, uncertainty, 2, allocation).utility();
      coarse += error(problem, uncertainty, allocation, 120, exact);
      fine += error(problem, uncertainty, allocation, 15, exact);
      sum += exact;
    }
    assertThat(fine).isLessThan(coarse / 3).isLessThan(0.005 * sum);
    assertThat(coarse).isLessThan(0.1 * sum);
  }

  private static double error(
      StaticProblem problem,
      Uncertainty uncertainty,
      Allocation allocation,
      double step,
      double exact) {
    return Math.abs(ExactOutcome.of(problem, uncertainty, step, allocation).utility() - exact);
  }

  @Test
  void theMakespanIsRefused() {
    StaticProblem problem = new RandomProblems(7).problem(3, 2, 0);
    Uncertainty uncertainty = Uncertainty.ofPet(problem);
    assertThatThrownBy(
            () -> new ExactEvaluation(problem, uncertainty, ObjectivePair.MAKESPAN_ENERGY, STEP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the makespan has no sum over machines");
    assertThatThrownBy(
            () -> new ExactEvaluation(problem, uncertainty, ObjectivePair.UTILITY_ENERGY, 0))
        .hasMessageContaining("expected above 0");
  }

  @Test
  void tooManyCasesAreRefused() {
    RandomProblems problems = new RandomProblems(8);
    StaticProblem problem = problems.problem(100, 6, 0);
    assertThatThrownBy(() ->
            EnumeratedOutcome.of(
                problem, problems.uncertainty(problem), problems.allocation(problem)))
        .hasMessageContaining("too many cases to enumerate");
  }
}
