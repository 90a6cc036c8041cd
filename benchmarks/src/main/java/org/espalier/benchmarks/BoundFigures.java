package org.espalier.benchmarks;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.espalier.analysis.bound.MakespanEnergyBound;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.rounding.MakespanEnergyRounding;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * How long bounds take on the stand-ins of {@code inputs/pareto}, and how near rounded divisions
 * come to them, as a table. Times are milliseconds of one thread's processor time, cold and warm.
 *
 * <p>Arguments: environments ({@code env2}, {@code env6}, {@code env9}, {@code investigation1}) and
 * data sets ({@code dataset1} to {@code dataset3}, {@code stochastic}), separated by commas. The
 * area of a data set's bound is up to its own reference point.
 */
final class BoundFigures {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int WARM = 10;
  private static final Map<String, List<String>> INPUTS =
      Map.of(
          "dataset1", List.of("data-set-1", "data-set-1.trace"),
          "dataset2", List.of("data-set-2-and-3", "data-set-2.trace"),
          "dataset3", List.of("data-set-2-and-3", "data-set-3.trace"),
          "stochastic", List.of("four-hours", "four-hours.trace"),
          "env2", List.of("two-types", "bag-of-30-types"),
          "env6", List.of("six-types", "bag-of-30-types"),
          "env9", List.of("nine-types", "bag-of-30-types"),
          "investigation1", List.of("investigation-1", "investigation-1.bag"));

  private BoundFigures() {}

  public static void main(String[] args) {
    System.out.println("| instance | what | cold ms | warm ms | result |");
    System.out.println("|---|---|---|---|---|");
    for (String name : args[0].split(",")) {
      StaticProblem problem = problem(name);
      if (name.startsWith("env") || name.startsWith("investigation")) {
        makespanEnergy(name, problem);
      } else {
        utilityEnergy(name, problem);
      }
    }
  }

  private static StaticProblem problem(String name) {
    Path inputs = Path.of("inputs", "pareto");
    List<String> files = INPUTS.get(name);
    if (files == null) {
      throw new IllegalArgumentException("instance " + name);
    }
    HcSystem hc = SystemFiles.read(inputs.resolve(files.getFirst() + ".yaml")).value();
    double threshold = name.equals("stochastic") ? 0.5 : 0;
    return StaticProblem.of(
        hc, WorkloadFiles.read(inputs.resolve(files.getLast() + ".csv"), hc), threshold);
  }

  private static void makespanEnergy(String name, StaticProblem problem) {
    Supplier<MakespanEnergyBound> whole = () -> MakespanEnergyBound.of(problem);
    row(name, "bound, whole curve", whole, bound -> bound.hypervolume(bound.reference()));
    MakespanEnergyBound bound = whole.get();
    Losses reference = bound.reference();
    for (int points : new int[] {60, 240}) {
      MakespanEnergyRounding.Settings settings = new MakespanEnergyRounding.Settings(60, points, 0);
      Supplier<ParetoArchive<Allocation>> front =
          () -> {
            ParetoArchive<Allocation> archive = new ParetoArchive<>();
            MakespanEnergyRounding.addTo(archive, problem, bound, settings, () -> false);
            return archive;
          };
      row(
          name,
          "rounded, %s points".formatted(points),
          front,
          f -> Indicators.share(f.losses(), reference, bound.hypervolume(reference)));
    }
  }

  private static void utilityEnergy(String name, StaticProblem problem) {
    for (int steps : new int[] {10, 30, 100}) {
      UtilityEnergyBound.Settings settings = new UtilityEnergyBound.Settings(16, 100, steps);
      row(
          name,
          "prices, %s steps".formatted(steps),
          () -> UtilityEnergyBound.search(problem, settings, () -> false),
          bound -> bound.hypervolume(bound.reference()));
    }
  }

  private interface Figure<T> {
    double of(T result);
  }

  private static <T> void row(String name, String what, Supplier<T> work, Figure<T> figure) {
    double begin = milliseconds();
    T result = work.get();
    double cold = milliseconds() - begin;
    double warm = Double.POSITIVE_INFINITY;
    for (int i = 0; i < WARM && (i == 0 || cold < 1000); i++) {
      begin = milliseconds();
      result = work.get();
      warm = Math.min(warm, milliseconds() - begin);
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.1f | %.1f | %.6g |%n",
        name,
        what,
        cold,
        warm,
        figure.of(result));
  }

  private static double milliseconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS_PER_MILLI;
  }
}
