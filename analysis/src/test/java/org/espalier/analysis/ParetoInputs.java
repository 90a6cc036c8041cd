package org.espalier.analysis;

import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.testsupport.Repository;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/** The stand-ins for what the source does not print, as problems. */
public final class ParetoInputs {
  private ParetoInputs() {}

  /**
   * The problem of one of the instances of the reference values: {@code dataset1} to {@code
   * dataset3}, {@code env2}, {@code env6}, {@code env9}, {@code investigation1}, {@code
   * stochastic}.
   */
  public static StaticProblem problem(String instance) {
    return switch (instance) {
      case "dataset1" -> read("data-set-1", "data-set-1.trace", 0);
      case "dataset2" -> read("data-set-2-and-3", "data-set-2.trace", 0);
      case "dataset3" -> read("data-set-2-and-3", "data-set-3.trace", 0);
      case "env2" -> read("two-types", "bag-of-30-types", 0);
      case "env6" -> read("six-types", "bag-of-30-types", 0);
      case "env9" -> read("nine-types", "bag-of-30-types", 0);
      case "investigation1" -> read("investigation-1", "investigation-1.bag", 0);
      case "stochastic" -> read("four-hours", "four-hours.trace", 0.5);
      default -> throw new IllegalArgumentException("no instance " + instance);
    };
  }

  private static StaticProblem read(String system, String tasks, double threshold) {
    HcSystem hc =
        SystemFiles.read(Repository.file("inputs/pareto/%s.yaml".formatted(system))).value();
    Workload workload =
        WorkloadFiles.read(Repository.file("inputs/pareto/%s.csv".formatted(tasks)), hc);
    return StaticProblem.of(hc, workload, threshold);
  }
}
