package org.espalier.simulator.experiment;

import java.util.List;
import org.espalier.simulator.statistics.EmpiricalDistribution;
import org.espalier.simulator.statistics.MeanInterval;

/** The results of an experiment: those of every trial, by scenario and trial. */
public final class ExperimentResults {
  private final Experiment experiment;
  private final List<List<TrialResult>> trials;
  private final List<Trace> traces;

  /**
   * @param trials [scenario][trial - 1]
   */
  ExperimentResults(Experiment experiment, List<List<TrialResult>> trials, List<Trace> traces) {
    this.experiment = experiment;
    this.trials = List.copyOf(trials);
    this.traces = List.copyOf(traces);
  }

  /** The experiment they are of. */
  public Experiment experiment() {
    return experiment;
  }

  /** Mean and interval of a column over the trials of a scenario. */
  MeanInterval mean(Scenario scenario, Column column) {
    return MeanInterval.of(values(scenario, column));
  }

  /** Mean difference of a scenario from its baseline, trial by trial. */
  MeanInterval difference(Scenario scenario, Scenario baseline, Column column) {
    return MeanInterval.ofDifferences(values(scenario, column), values(baseline, column));
  }

  /** Distribution of a column over the trials of a scenario. */
  EmpiricalDistribution distribution(Scenario scenario, Column column) {
    return EmpiricalDistribution.of(values(scenario, column));
  }

  private double[] values(Scenario scenario, Column column) {
    return trials(scenario).stream().mapToDouble(trial -> trial.get(column)).toArray();
  }

  /** The trials of a scenario, in order. */
  List<TrialResult> trials(Scenario scenario) {
    return trials.get(scenario.index());
  }

  /** The traces that the study asks for, in its order. */
  List<Trace> traces() {
    return traces;
  }
}
