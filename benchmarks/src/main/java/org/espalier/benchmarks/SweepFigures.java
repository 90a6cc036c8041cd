package org.espalier.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * How near to the bound the price sweep comes, and in how much CPU time of all threads. The table
 * has a row for the lists and for each round of annealing. The time begins with the search for
 * prices.
 *
 * <p>Arguments: instances ({@code dataset1}, {@code dataset2}, {@code dataset3}, {@code
 * stochastic}) separated by commas; then, if wanted, rounds, steps of the search for prices and
 * threads. Each is run twice, and the second one is shown.
 */
final class SweepFigures {
  private static final int WEIGHTS = 16;
  private static final int SLOTS = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  private final StaticProblem problem;
  private final Instance instance;
  private final int rounds;
  private final int priceSteps;
  private final int threads;

  /**
   * A problem with the reference point and the hypervolume of a bound computed elsewhere.
   *
   * @param joules of the reference point, whose utility is 0
   */
  private record Instance(
      String name, String system, String trace, double threshold, double joules, double bound) {
    StaticProblem problem() {
      Path inputs = Path.of("inputs", "pareto");
      HcSystem hc = SystemFiles.read(inputs.resolve(system + ".yaml")).value();
      return StaticProblem.of(
          hc, WorkloadFiles.read(inputs.resolve(trace + ".csv"), hc), threshold);
    }
  }

  private static final List<Instance> INSTANCES =
      List.of(
          new Instance("dataset1", "data-set-1", "data-set-1.trace", 0, 4.904498e6, 7.86041e8),
          new Instance(
              "dataset2", "data-set-2-and-3", "data-set-2.trace", 0, 12.061212e6, 7.63609e9),
          new Instance(
              "dataset3", "data-set-2-and-3", "data-set-3.trace", 0, 47.767805e6, 1.13612e11),
          new Instance("stochastic", "four-hours", "four-hours.trace", 0.5, 200e6, 1.60362e12));

  private SweepFigures(Instance instance, int rounds, int priceSteps, int threads) {
    this.instance = instance;
    this.problem = instance.problem();
    this.rounds = rounds;
    this.priceSteps = priceSteps;
    this.threads = threads;
  }

  public static void main(String[] args) {
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    int priceSteps = args.length > 2 ? Integer.parseInt(args[2]) : 30;
    int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    System.out.println("| instance | round | CPU s | points | share of the bound |");
    System.out.println("|---|---|---|---|---|");
    for (String name : args[0].split(",")) {
      Instance instance =
          INSTANCES.stream().filter(i -> i.name.equals(name)).findFirst().orElseThrow();
      SweepFigures figures = new SweepFigures(instance, rounds, priceSteps, threads);
      figures.rows();
      figures.rows().forEach(System.out::println);
    }
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    Duration begin = cpu();
    var prices = new UtilityEnergyBound.Settings(WEIGHTS, SLOTS, priceSteps);
    UtilityEnergyBound bound = UtilityEnergyBound.search(problem, prices, () -> false);
    PriceSweep.Settings usual = PriceSweep.Settings.DEFAULT;
    PriceSweep.Settings settings =
        new PriceSweep.Settings(usual.lanes(), rounds, usual.steps(), 0, usual.seed());
    PriceSweep.search(
        problem,
        bound,
        settings,
        threads,
        () -> false,
        points -> rows.add(row(rows.size(), cpu().minus(begin), points)));
    return rows;
  }

  private String row(int round, Duration cpu, List<Losses> points) {
    Losses reference = ObjectivePair.UTILITY_ENERGY.losses(0, instance.joules);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.1f | %d | %.2f %% |",
        instance.name,
        round == 0 ? "lists" : Integer.toString(round),
        cpu.toNanos() / NANOS_PER_SECOND,
        points.size(),
        100 * Indicators.hypervolume(points, reference) / instance.bound);
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
