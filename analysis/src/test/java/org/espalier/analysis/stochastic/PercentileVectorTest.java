package org.espalier.analysis.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.MachineHistory;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Expected values and percentiles of the reference vectors. */
class PercentileVectorTest {
  private static final double NEARLY = 1e-7;

  static Stream<JsonNode> vectors() {
    return VectorProblems.vectors("stochastic").stream();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void expectedValuesAreThoseOfTheMeans(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    AllocationTotals totals =
        AllocationOutcome.of(problem, StochasticVectors.allocation(vector)).totals();
    JsonNode expected = vector.get("expected_value_method");
    assertThat(totals.utility())
        .isCloseTo(expected.get("utility").asDouble(), withPercentage(NEARLY));
    assertThat(totals.joules())
        .isCloseTo(expected.get("energy_j").asDouble(), withPercentage(NEARLY));
    assertThat(totals.dropped()).isEqualTo(expected.get("dropped").size());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void eachSampleIsThatOfTheVectors(JsonNode vector) {
    SampledOutcomes samples = samples(vector);
    Allocation allocation = StochasticVectors.allocation(vector);
    Cloud cloud = Cloud.of(samples, allocation);
    JsonNode expected = vector.get("percentile_method").get("per_sample");
    double dropped = 0;
    for (int n = 0; n < samples.count(); n++) {
      AllocationTotals totals = SampledOutcome.of(samples, allocation, n);
      double utility = expected.get(n).get("utility").asDouble();
      double joules = expected.get(n).get("energy_j").asDouble();
      assertThat(totals.utility()).isCloseTo(utility, withPercentage(NEARLY));
      assertThat(totals.joules()).isCloseTo(joules, withPercentage(1e-5));
      assertThat(totals.dropped()).isEqualTo(expected.get(n).get("dropped").size());
      assertThat(cloud.utility(n)).isCloseTo(utility, withPercentage(1e-3));
      assertThat(cloud.joules(n)).isCloseTo(joules, withPercentage(1e-3));
      dropped += totals.dropped();
    }
    assertThat(cloud.meanDropped()).isEqualTo(dropped / samples.count());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void percentilesAreThoseOfTheVectors(JsonNode vector) {
    SampledOutcomes samples = samples(vector);
    StaticProblem problem = samples.problem();
    Allocation allocation = StochasticVectors.allocation(vector);
    AllocationTotals[] all = new AllocationTotals[samples.count()];
    Arrays.setAll(all, n -> SampledOutcome.of(samples, allocation, n));
    double[] utilities =
        Arrays.stream(all).mapToDouble(AllocationTotals::utility).sorted().toArray();
    double[] joules = Arrays.stream(all).mapToDouble(AllocationTotals::joules).sorted().toArray();
    JsonNode expected = vector.get("percentile_method").get("percentiles");
    assertThat(expected.size()).isPositive();
    for (String x : expected.propertyNames()) {
      Percentile percentile = new Percentile(Integer.parseInt(x));
      double utility = expected.get(x).get("utility").asDouble();
      double energy = expected.get(x).get("energy_j").asDouble();
      assertThat(percentile.ofDescending(utilities)).isCloseTo(utility, withPercentage(NEARLY));
      assertThat(percentile.ofAscending(joules)).isCloseTo(energy, withPercentage(1e-5));

      PercentileEvaluation evaluation =
          new PercentileEvaluation(samples, ObjectivePair.UTILITY_ENERGY, percentile, percentile);
      Chromosome<List<MachineHistory<SampledSums>>> chromosome =
          new Chromosome<>(problem.tasks(), evaluation.newState());
      Genomes.set(chromosome, allocation);
      evaluation.newWorker().evaluate(chromosome);
      assertThat(chromosome.firstLoss()).isCloseTo(-utility, withPercentage(1e-3));
      assertThat(chromosome.secondLoss()).isCloseTo(energy, withPercentage(1e-3));
    }
  }

  /** The samples that the vectors give, as shares of distributions that are made of them. */
  private static SampledOutcomes samples(JsonNode vector) {
    StaticProblem problem = StochasticVectors.problem(vector);
    JsonNode method = vector.get("percentile_method");
    int count = method.get("N").asInt();
    JsonNode times = method.get("etc_samples_s");
    JsonNode watts = method.get("apc_samples_w");
    Uncertainty uncertainty =
        Uncertainty.of(
            problem, (type, mode) -> ranked(times, type), (type, mode) -> ranked(watts, type));
    byte[][] shares = new byte[problem.tasks()][2 * count];
    for (int task = 0; task < problem.tasks(); task++) {
      for (int n = 0; n < count; n++) {
        shares[task][n] = share(times, task, n);
        shares[task][count + n] = share(watts, task, n);
      }
    }
    return new SampledOutcomes(problem, uncertainty, shares);
  }

  private static double[] distinct(JsonNode samples, int task) {
    return samples
        .valueStream()
        .mapToDouble(row -> row.get(task).asDouble())
        .distinct()
        .sorted()
        .toArray();
  }

  /** Values of whole numbers of shares. */
  private static PointMasses ranked(JsonNode samples, int task) {
    double[] values = distinct(samples, task);
    double[] probabilities = new double[values.length];
    Arrays.fill(probabilities, 1.0 / SampledOutcomes.SHARES);
    probabilities[values.length - 1] = 1 - (values.length - 1.0) / SampledOutcomes.SHARES;
    return new PointMasses(values, probabilities);
  }

  private static byte share(JsonNode samples, int task, int n) {
    return (byte) Arrays.binarySearch(distinct(samples, task), samples.get(n).get(task).asDouble());
  }
}
