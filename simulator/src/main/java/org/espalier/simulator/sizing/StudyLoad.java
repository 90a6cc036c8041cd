package org.espalier.simulator.sizing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.LoadScale;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyEntry;

/**
 * A study whose load is scaled: what is on time of its tasks under a policy.
 *
 * @param file the study
 * @param assignments what the user set
 * @param one the study as it stands, with the load that is called 1
 */
public record StudyLoad(
    Path file, List<String> assignments, PolicyRegistry registry, Experiment one) {
  /**
   * A study.
   *
   * @throws InvalidInputException with its problems, as an axis besides policies and load, or tasks
   *     with utility functions
   */
  public static StudyLoad of(Path file, List<String> assignments, PolicyRegistry registry) {
    return Problems.demand(problems ->
        Experiment.load(file, assignments, registry, problems)
            .filter(one -> isFit(one, problems.in(file)))
            .map(one -> new StudyLoad(file, assignments, registry, one)));
  }

  private static boolean isFit(Experiment one, FileProblems problems) {
    for (Axis axis : one.study().comparison().axes()) {
      String key = axis.key();
      if (axis.values().size() > 1
          && !key.equals(Dimension.POLICY)
          && !key.equals(LoadScale.of(one).key())) {
        String remedy = "choose one with --set %s=VALUE".formatted(key);
        problems.report(0, "axes." + key, "", "has several values, and size takes one", remedy);
      }
    }
    if (one.inputs().haveUtilities(one.scenarios().getFirst())) {
      problems.report("has tasks with utility functions", "give a study of deadlines");
    }
    return problems.isEmpty();
  }

  /** The policies of the study. */
  public List<PolicyEntry> policies() {
    return one.study().comparison().policies();
  }

  /** The load that is called 1, as the user sets it. */
  public String unit() {
    LoadScale scale = LoadScale.of(one);
    return "%s=%s".formatted(scale.key(), text(scale.one()));
  }

  private static String text(double value) {
    return new BigDecimal(value).round(new MathContext(9)).stripTrailingZeros().toPlainString();
  }

  /** The study under one policy at a load, in loads of the study. */
  private Experiment at(double load, PolicyEntry policy) {
    List<String> all = new ArrayList<>(assignments);
    LoadScale scale = LoadScale.of(one);
    all.removeIf(text -> text.strip().startsWith(scale.key() + "="));
    all.add(scale.key() + "=" + text(scale.one() * load));
    return Problems.demand(problems -> Experiment.load(file, all, registry, problems))
        .withPolicies(List.of(policy), one.study().plan());
  }

  /** The share of tasks on time at a load, in percent, over the trials. */
  public MeanInterval onTime(double load, PolicyEntry policy, RunSettings settings) {
    ExperimentResults results = ExperimentRunner.run(at(load, policy), settings);
    return results.mean(results.experiment().scenarios().getFirst(), Column.ROBUSTNESS);
  }

  /** Tasks that arrive in a second at a load, in the mean of the trials. */
  public double tasksPerSecond(double load, PolicyEntry policy) {
    Experiment experiment = at(load, policy);
    double tick = experiment.system().tick().toNanos() / 1e9;
    return IntStream.rangeClosed(1, experiment.study().plan().trials())
        .mapToDouble(trial -> {
          List<Task> tasks =
              experiment.inputs().workload(experiment.scenarios().getFirst(), trial).tasks();
          long span = tasks.getLast().arrival() - tasks.getFirst().arrival();
          return (tasks.size() - 1) / (span * tick);
        })
        .average()
        .orElseThrow();
  }
}
