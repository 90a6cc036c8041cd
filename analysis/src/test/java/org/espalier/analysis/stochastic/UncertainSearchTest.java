package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.ExpectedValues;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.nsga2.Ranking;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;

/** Searches by mean times and by percentiles give points that are those of their allocations. */
class UncertainSearchTest {
  private static final ObjectivePair PAIR = ObjectivePair.UTILITY_ENERGY;
  private final RandomProblems problems = new RandomProblems(11);
  private final StaticProblem problem = problems.problem(60, 5, 0.5);

  private List<ParetoArchive.Entry<Allocation>> front(
      ChromosomeEvaluation<?> evaluation, int threads) {
    GeneticSearch search =
        new GeneticSearch(
            problem,
            PAIR,
            new GeneticSettings(20, 0.5, Ranking.FRONTS, 3, threads),
            List.of(),
            evaluation);
    search.advance(60);
    return search.front();
  }

  @Test
  void expectedValues() {
    for (ParetoArchive.Entry<Allocation> point : front(ExpectedValues.of(problem, PAIR), 1)) {
      double utility = AllocationOutcome.of(problem, point.item()).totals().utility();
      assertThat(point.losses().first()).isCloseTo(-utility, withPercentage(1e-3));
    }
  }

  @Test
  void percentiles() {
    Percentile utility = new Percentile(10);
    Percentile energy = new Percentile(90);
    SampledOutcomes samples = SampledOutcomes.of(problem, problems.uncertainty(problem), 40, 5);
    PercentileEvaluation evaluation = new PercentileEvaluation(samples, PAIR, utility, energy);
    List<ParetoArchive.Entry<Allocation>> front = front(evaluation, 1);
    for (ParetoArchive.Entry<Allocation> point : front) {
      Cloud cloud = Cloud.of(samples, point.item());
      double reached = utility.ofDescending(sorted(samples, cloud::utility));
      double kept = energy.ofAscending(sorted(samples, cloud::joules));
      assertThat(point.losses().first()).isCloseTo(-reached, withPercentage(1e-3));
      assertThat(point.losses().second()).isCloseTo(kept, withPercentage(1e-3));
    }
    assertThat(front).isNotEmpty();
    assertThat(front(evaluation, 2)).isEqualTo(front);
  }

  private static double[] sorted(SampledOutcomes samples, IntToDoubleFunction values) {
    return IntStream.range(0, samples.count()).mapToDouble(values).sorted().toArray();
  }
}
