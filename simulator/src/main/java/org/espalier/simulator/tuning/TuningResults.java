package org.espalier.simulator.tuning;

import java.util.List;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.policy.PolicyEntry;

/**
 * What came of a search of settings.
 *
 * @param tried all that was tried, in the order of the plan
 * @param best index of the best on the tuning trials
 * @param preset index of the settings that the policy has in the study
 * @param tuned the policy with the best settings
 * @param reported the policy as it is, and tuned, on the trials of the study
 */
public record TuningResults(
    TuningPlan plan,
    List<Tried> tried,
    int best,
    int preset,
    PolicyEntry tuned,
    ExperimentResults reported) {
  /**
   * Settings that were tried.
   *
   * @param values one for each setting that is searched
   * @param trials of each tuning trial, the mean over the scenarios of the study
   */
  public record Tried(List<String> values, List<Double> trials) {
    /** Mean and interval over the tuning trials. */
    public MeanInterval mean() {
      return MeanInterval.of(numbers());
    }

    /** Mean difference from others over the tuning trials, trial by trial. */
    public MeanInterval difference(Tried other) {
      return MeanInterval.ofDifferences(numbers(), other.numbers());
    }

    private double[] numbers() {
      return trials.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  /** Whether the search found nothing better than what the study has. */
  public boolean keepsPreset() {
    return best == preset;
  }

  /** The scenarios of the tuned policy on the trials of the study. */
  public List<Scenario> tunedScenarios() {
    return reported.experiment().scenarios().stream()
        .filter(scenario -> scenario.policy().equals(tuned.name()))
        .toList();
  }

  /** Mean difference of the tuned policy from the preset over all scenarios, trial by trial. */
  public MeanInterval difference() {
    Experiment experiment = reported.experiment();
    List<Scenario> scenarios = tunedScenarios();
    int trials = experiment.study().plan().trials();
    double[] values = new double[trials];
    double[] others = new double[trials];
    for (Scenario scenario : scenarios) {
      Scenario before = experiment.baselineOf(scenario).orElseThrow();
      for (int i = 0; i < trials; i++) {
        values[i] += reported.trials(scenario).get(i).get(plan.column()) / scenarios.size();
        others[i] += reported.trials(before).get(i).get(plan.column()) / scenarios.size();
      }
    }
    return MeanInterval.ofDifferences(values, others);
  }
}
