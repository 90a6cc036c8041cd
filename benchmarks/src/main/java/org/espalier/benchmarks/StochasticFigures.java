package org.espalier.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.ExpectedValues;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.stochastic.Cloud;
import org.espalier.analysis.stochastic.Percentile;
import org.espalier.analysis.stochastic.PercentileEvaluation;
import org.espalier.analysis.stochastic.SampledOutcomes;
import org.espalier.analysis.stochastic.Uncertainty;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.spread.Spread;
import org.espalier.workload.spread.SpreadFiles;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * How fast a search with random execution times is on the trace of chapter 7 of the source, as a
 * table. It has the processor time of an evaluation over the generations. Then the two ends and the
 * middle of its last front by other samples.
 *
 * <p>Arguments: {@code expected} or {@code percentile}; generations in ten parts; threads.
 */
final class StochasticFigures {
  private static final int PARTS = 10;
  private static final int POPULATION = 100;
  private static final int SAMPLES = 100;
  private static final int CLOUD = 1000;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private StochasticFigures() {}

  public static void main(String[] args) {
    Path inputs = Path.of("inputs", "pareto");
    HcSystem system = SystemFiles.read(inputs.resolve("four-hours.yaml")).value();
    StaticProblem problem =
        StaticProblem.of(
            system, WorkloadFiles.read(inputs.resolve("four-hours.trace.csv"), system), 0.5);
    Spread spread =
        SpreadFiles.read(inputs.resolve("four-hours.spread.csv"), system, new Problems())
            .orElseThrow();
    Uncertainty uncertainty = Uncertainty.gamma(problem, spread, SampledOutcomes.SHARES);
    GeneticSettings settings =
        GeneticSettings.of(1).withPopulation(POPULATION).withThreads(Integer.parseInt(args[2]));
    GeneticSearch search =
        new GeneticSearch(
            problem,
            ObjectivePair.UTILITY_ENERGY,
            settings,
            List.of(),
            evaluation(args[0], problem, uncertainty));
    advance(search, Long.parseLong(args[1]) / PARTS);
    judge(problem, uncertainty, search.front());
  }

  private static ChromosomeEvaluation<?> evaluation(
      String name, StaticProblem problem, Uncertainty uncertainty) {
    Percentile median = new Percentile(50);
    return switch (name) {
      case "expected" -> ExpectedValues.of(problem, ObjectivePair.UTILITY_ENERGY);
      case "percentile" ->
          new PercentileEvaluation(
              SampledOutcomes.of(problem, uncertainty, SAMPLES, 1),
              ObjectivePair.UTILITY_ENERGY,
              median,
              median);
      default -> throw new IllegalArgumentException("method " + name);
    };
  }

  private static void advance(GeneticSearch search, long generations) {
    System.out.println("| generation | processor ms an evaluation | seconds | most utility |");
    System.out.println("|---|---|---|---|");
    for (int part = 0; part < PARTS; part++) {
      double processor = processorSeconds();
      long begin = System.nanoTime();
      search.advance(generations);
      double millis = (processorSeconds() - processor) * MILLIS_PER_SECOND;
      System.out.printf(
          Locale.ROOT,
          "| %d | %.3f | %.1f | %.1f |%n",
          search.generation(),
          millis / generations / POPULATION,
          (System.nanoTime() - begin) / NANOS_PER_SECOND,
          -search.front().getFirst().losses().first());
    }
  }

  private static void judge(
      StaticProblem problem, Uncertainty uncertainty, List<ParetoArchive.Entry<Allocation>> front) {
    SampledOutcomes others = SampledOutcomes.of(problem, uncertainty, CLOUD, 2);
    System.out.println();
    System.out.println("| judged utility | mean of others | its deviation | dropped |");
    System.out.println("|---|---|---|---|");
    for (int index : new int[] {0, front.size() / 2, front.size() - 1}) {
      Cloud cloud = Cloud.of(others, front.get(index).item());
      System.out.printf(
          Locale.ROOT,
          "| %.2f | %.2f | %.2f | %.1f |%n",
          -front.get(index).losses().first(),
          cloud.meanUtility(),
          Math.sqrt(cloud.varianceOfUtility()),
          cloud.meanDropped());
    }
  }

  /** Of all threads of this process. */
  private static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis()
        / MILLIS_PER_SECOND;
  }
}
