package org.espalier.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * How fast NSGA-II is on the stand-ins of {@code inputs/pareto}, and how good, as a table. It has
 * generations a second, processor time, and the hypervolume of the last population.
 *
 * <p>Arguments: instances ({@code dataset1} to {@code dataset3}, {@code env2}, {@code env6}, {@code
 * env9}, {@code investigation1}, {@code stochastic}), generations, threads and numbers of runs,
 * each separated by commas; then {@code random} or {@code min-energy}, which is in the starting
 * population then. Run k has seed k.
 */
final class ParetoFigures {
  private static final double JOULES_PER_MEGAJOULE = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final List<String> COLUMNS =
      List.of(
          "instance",
          "start",
          "threads",
          "seed",
          "generations",
          "seconds",
          "processor seconds",
          "generations a second",
          "hypervolume");

  /**
   * A problem with the point up to which hypervolumes are measured.
   *
   * @param worst the largest makespan, or the least utility
   */
  private record Instance(
      String system, String tasks, double threshold, ObjectivePair pair, double worst, double mj) {
    StaticProblem problem() {
      HcSystem hc = SystemFiles.read(input(system + ".yaml")).value();
      Workload workload = WorkloadFiles.read(input(tasks + ".csv"), hc);
      return StaticProblem.of(hc, workload, threshold);
    }

    private static Path input(String name) {
      return Path.of("inputs", "pareto", name);
    }

    Losses reference() {
      return pair.losses(worst, mj * JOULES_PER_MEGAJOULE);
    }
  }

  private static Instance instance(String name) {
    return switch (name) {
      case "dataset1" -> traced("data-set-1", "data-set-1.trace", 0, 4.904498);
      case "dataset2" -> traced("data-set-2-and-3", "data-set-2.trace", 0, 12.061212);
      case "dataset3" -> traced("data-set-2-and-3", "data-set-3.trace", 0, 47.767805);
      case "stochastic" -> traced("four-hours", "four-hours.trace", 0.5, 200);
      case "env2" -> bag("two-types", "bag-of-30-types", 3350.35, 32.709537);
      case "env6" -> bag("six-types", "bag-of-30-types", 5144.27, 19.568801);
      case "env9" -> bag("nine-types", "bag-of-30-types", 11405.96, 15.434474);
      case "investigation1" -> bag("investigation-1", "investigation-1.bag", 524.45, 1.790770);
      default -> throw new IllegalArgumentException("instance " + name);
    };
  }

  private static Instance traced(String system, String tasks, double threshold, double mj) {
    return new Instance(system, tasks, threshold, ObjectivePair.UTILITY_ENERGY, 0, mj);
  }

  private static Instance bag(String system, String tasks, double seconds, double mj) {
    return new Instance(system, tasks, 0, ObjectivePair.MAKESPAN_ENERGY, seconds, mj);
  }

  private ParetoFigures() {}

  public static void main(String[] args) {
    System.out.println(Table.head(COLUMNS));
    for (String name : args[0].split(",")) {
      Instance instance = instance(name);
      StaticProblem problem = instance.problem();
      for (String generations : args[1].split(",")) {
        for (String threads : args[2].split(",")) {
          for (int seed = 1; seed <= Integer.parseInt(args[3]); seed++) {
            GeneticSettings settings =
                GeneticSettings.of(seed).withThreads(Integer.parseInt(threads));
            List<Allocation> start = start(problem, args[4]);
            System.out.printf("| %s | %s | %s ", name, args[4], threads);
            row(instance, problem, settings, start, Long.parseLong(generations));
          }
        }
      }
    }
  }

  private static List<Allocation> start(StaticProblem problem, String name) {
    return switch (name) {
      case "random" -> List.of();
      case "min-energy" -> List.of(minEnergy(problem));
      default -> throw new IllegalArgumentException("start " + name);
    };
  }

  private static void row(
      Instance instance,
      StaticProblem problem,
      GeneticSettings settings,
      List<Allocation> start,
      long generations) {
    GeneticSearch search = new GeneticSearch(problem, instance.pair(), settings, start);
    double processor = processorSeconds();
    long begin = System.nanoTime();
    search.advance(generations);
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    List<Losses> front = search.front().stream().map(ParetoArchive.Entry::losses).toList();
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %.2f | %.2f | %.0f | %.5g |%n",
        settings.seed(),
        generations,
        seconds,
        processorSeconds() - processor,
        generations / seconds,
        Indicators.hypervolume(front, instance.reference()));
  }

  /** Of all threads of this process. */
  private static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis()
        / MILLIS_PER_SECOND;
  }

  /** Each task where it takes the least energy, of those where it completes first. */
  private static Allocation minEnergy(StaticProblem problem) {
    double[] finishes = new double[problem.machines()];
    int[] placements = new int[problem.tasks()];
    for (int task = 0; task < placements.length; task++) {
      int type = problem.type(task);
      double least = Double.POSITIVE_INFINITY;
      double earliest = Double.POSITIVE_INFINITY;
      for (int placement : problem.placementsFor(type)) {
        int mode = problem.modeOf(placement);
        double joules = problem.joules(type, mode);
        double ready = Math.max(finishes[problem.machineOf(placement)], problem.arrival(task));
        double completion = ready + problem.seconds(type, mode);
        if (joules < least || (joules == least && completion < earliest)) {
          least = joules;
          earliest = completion;
          placements[task] = placement;
        }
      }
      if (earliest <= problem.latestCompletion(task)) {
        finishes[problem.machineOf(placements[task])] = earliest;
      }
    }
    return Allocation.inOrderOfArrival(placements);
  }
}
