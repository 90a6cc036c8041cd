package org.espalier.simulator.run;

import java.util.List;
import java.util.function.UnaryOperator;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.QueueChances;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/**
 * One trial of an experiment, run again with a journal. A trial is a function of its scenario and
 * seed, so it goes as it went.
 */
public final class TrialReplay {
  private final Experiment experiment;
  private final Scenario scenario;
  private final int trial;

  /**
   * @param values the scenario's value on each axis
   * @param trial number of the trial, from 1
   * @throws IllegalArgumentException if the experiment has no such scenario
   */
  public TrialReplay(Experiment experiment, List<String> values, int trial) {
    this.experiment = experiment;
    this.scenario =
        experiment.scenarios().stream()
            .filter(s -> s.values().equals(values))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + values));
    this.trial = trial;
  }

  /** The system that it runs on. */
  public HcSystem system() {
    return experiment.inputs().system(scenario, trial);
  }

  /** When it begins, by the clock of its workload, in ticks; its journal counts from there. */
  public long begin() {
    return experiment.inputs().begin(scenario, trial);
  }

  /**
   * Runs the trial.
   *
   * @param watch what is put around the policy; it must decide as the policy does
   * @return the columns, in the order of {@link Column}
   */
  public List<Double> run(Journal journal, UnaryOperator<AllocationPolicy> watch) {
    TrialConditions conditions = new TrialConditions(experiment, scenario, trial);
    QueueChances.Watch chances = conditions.chances(scenario, conditions.policy(scenario));
    TrialOutcome outcome = EventEngine.run(conditions.of(scenario), watch.apply(chances), journal);
    CountedTrial counted = conditions.counted(outcome, scenario, chances.means());
    SchedulerTime unmeasured = new SchedulerTime(0, 0, 0, 0);
    return TrialResult.of(counted, unmeasured).values();
  }
}
