package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;

/** Searches by each method give points that are those of their allocations. */
class StochasticMethodTest {
  private static final ObjectivePair PAIR = ObjectivePair.UTILITY_ENERGY;
  private final RandomProblems problems = new RandomProblems(11);
  private final StaticProblem problem = problems.problem(60, 5, 0.5);
  private final Uncertainty uncertainty = problems.uncertainty(problem);

  private List<ParetoArchive.Entry<Allocation>> front(StochasticMethod method, int threads) {
    GeneticSearch search =
        GeneticSearch.of(
            problem,
            PAIR,
            GeneticSettings.of(3).withPopulation(20).withThreads(threads),
            List.of(),
            method.evaluation(problem, uncertainty, PAIR));
    search.advance(60);
    return search.front();
  }

  @Test
  void expectedValues() {
    for (ParetoArchive.Entry<Allocation> point : front(new StochasticMethod.ExpectedValues(), 1)) {
      double utility = AllocationOutcome.of(problem, point.item()).totals().utility();
      assertThat(point.losses().first()).isCloseTo(-utility, withPercentage(1e-3));
    }
  }

  @Test
  void percentiles() {
    Percentile utility = new Percentile(10);
    Percentile energy = new Percentile(90);
    StochasticMethod method = new StochasticMethod.Percentiles(40, utility, energy, 5);
    List<ParetoArchive.Entry<Allocation>> front = front(method, 1);
    Samples samples = Samples.of(problem, uncertainty, 40, 5);
    for (ParetoArchive.Entry<Allocation> point : front) {
      Cloud cloud = Cloud.of(samples, point.item());
      assertThat(point.losses().first()).isCloseTo(-cloud.utilityAt(utility), withPercentage(1e-3));
      assertThat(point.losses().second()).isCloseTo(cloud.joulesAt(energy), withPercentage(1e-3));
    }
    assertThat(front).isNotEmpty();
    assertThat(front(method, 2)).isEqualTo(front);
  }

  @Test
  void exact() {
    StochasticMethod method = new StochasticMethod.Exact(RandomProblems.STEP_SECONDS);
    List<ParetoArchive.Entry<Allocation>> front = front(method, 1);
    for (ParetoArchive.Entry<Allocation> point : front) {
      ExactOutcome outcome =
          ExactOutcome.of(problem, uncertainty, RandomProblems.STEP_SECONDS, point.item());
      assertThat(point.losses().first()).isCloseTo(-outcome.utility(), withPercentage(1e-7));
      assertThat(point.losses().second()).isCloseTo(outcome.joules(), withPercentage(1e-7));
    }
    assertThat(front).isNotEmpty();
    assertThat(front(method, 2)).isEqualTo(front);
  }

  @Test
  void withoutSamplesThereIsNoPercentile() {
    Percentile median = new Percentile(50);
    assertThatThrownBy(() -> new StochasticMethod.Percentiles(0, median, median, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there are 0 samples");
  }
}
