package org.espalier.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.stochastic.Cloud;
import org.espalier.analysis.stochastic.ExactOutcome;
import org.espalier.analysis.stochastic.Percentile;
import org.espalier.analysis.stochastic.Samples;
import org.espalier.analysis.stochastic.StochasticMethod;
import org.espalier.analysis.stochastic.Uncertainty;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.spread.Spread;
import org.espalier.workload.spread.SpreadFiles;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * How fast a search with random execution times is on the trace of chapter 7 of the source, as a
 * table: processor time of an evaluation over the generations. Then the two ends and the middle of
 * its last front by other samples and without sampling, with two steps of the lattice.
 *
 * <p>Arguments: {@code expected}, {@code percentile} or {@code exact}; generations in ten parts;
 * threads.
 */
public final class StochasticFigures {
  private static final int PARTS = 10;
  private static final int POPULATION = 100;
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
    Uncertainty uncertainty = Uncertainty.gamma(problem, spread, Samples.SHARES);
    GeneticSettings settings =
        GeneticSettings.of(1).withPopulation(POPULATION).withThreads(Integer.parseInt(args[2]));
    GeneticSearch search =
        GeneticSearch.of(
            problem,
            ObjectivePair.UTILITY_ENERGY,
            settings,
            List.of(),
            method(args[0], problem)
                .evaluation(problem, uncertainty, ObjectivePair.UTILITY_ENERGY));
    advance(search, Long.parseLong(args[1]) / PARTS);
    judge(problem, uncertainty, search.front());
  }

  private static StochasticMethod method(String name, StaticProblem problem) {
    return switch (name) {
      case "expected" -> new StochasticMethod.ExpectedValues();
      case "percentile" ->
          new StochasticMethod.Percentiles(
              StochasticMethod.Percentiles.SAMPLES, new Percentile(50), new Percentile(50), 1);
      case "exact" -> new StochasticMethod.Exact(ExactOutcome.step(problem));
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
    Samples others = Samples.of(problem, uncertainty, CLOUD, 2);
    double step = ExactOutcome.step(problem);
    System.out.println();
    System.out.println(
        "| judged utility | mean of others | expected | expected, half the step | its deviation | dropped |");
    System.out.println("|---|---|---|---|---|---|");
    for (int index : new int[] {0, front.size() / 2, front.size() - 1}) {
      Allocation allocation = front.get(index).item();
      ExactOutcome exact = ExactOutcome.of(problem, uncertainty, step, allocation);
      ExactOutcome finer = ExactOutcome.of(problem, uncertainty, step / 2, allocation);
      System.out.printf(
          Locale.ROOT,
          "| %.2f | %.2f | %.2f | %.2f | %.2f | %.1f |%n",
          -front.get(index).losses().first(),
          Cloud.of(others, allocation).meanUtility(),
          exact.utility(),
          finer.utility(),
          Math.sqrt(finer.varianceOfUtility()),
          finer.dropped());
    }
  }

  /** Of all threads of this process. */
  private static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis()
        / MILLIS_PER_SECOND;
  }
}
