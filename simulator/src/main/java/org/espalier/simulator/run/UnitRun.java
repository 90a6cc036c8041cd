package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.QueueChances;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/** One unit of a study while it runs. */
final class UnitRun {
  /** The trial of which decisions are kept for the report. */
  private static final int SHOWN_TRIAL = 1;

  private final TrialConditions conditions;
  private final Experiment experiment;
  private final Scenario scenario;
  private final StudyUnit unit;
  private final List<ShownDecision> decisions = new ArrayList<>();

  private UnitRun(TrialConditions conditions, Scenario scenario) {
    this.conditions = conditions;
    this.experiment = conditions.experiment();
    this.scenario = scenario;
    this.unit = new StudyUnit(scenario.index(), conditions.trial());
  }

  /**
   * Runs a scenario under the conditions of a trial.
   *
   * @param nanoClock clock by which the time of decisions is taken
   */
  static UnitResult of(TrialConditions conditions, Scenario scenario, LongSupplier nanoClock) {
    UnitRun run = new UnitRun(conditions, scenario);
    try {
      return run.finish(nanoClock);
    } catch (IllegalDecisionException | StackOverflowError | AssertionError | LinkageError e) {
      return new UnitResult.Failed(run.unit, PolicyFailure.of(scenario, conditions.trial(), e));
    }
  }

  private UnitResult finish(LongSupplier nanoClock) {
    Trial trial = conditions.of(scenario);
    Counting counting = conditions.counting(scenario);
    SchedulerTime.Meter meter =
        new SchedulerTime.Meter(conditions.policy(scenario), counting.measured(), nanoClock);
    QueueChances.Watch chances = conditions.chances(scenario, meter);
    TrialOutcome outcome =
        unit.trial() == SHOWN_TRIAL ? watch(trial, chances) : EventEngine.run(trial, chances);
    checkAllLeft(trial, outcome);
    CountedTrial counted = conditions.counted(outcome, scenario, chances.means());
    TrialAccount account = TrialAccount.of(outcome, conditions.system(), counting, trial.horizon());
    return new UnitResult.Finished(
        unit, TrialResult.of(counted, meter.time()), account, decisions, tasks(outcome));
  }

  /** Runs a trial, and keeps decisions of it that the report shows. */
  private TrialOutcome watch(Trial trial, AllocationPolicy policy) {
    DecisionWatch watch = new DecisionWatch(policy);
    TrialOutcome outcome = EventEngine.run(trial, watch, watch);
    for (DecisionSnapshot found : watch.found()) {
      decisions.add(DecisionPictures.of(scenario.label(), trial.system(), found));
    }
    return outcome;
  }

  /**
   * Soft deadlines never expire, so a task that nobody maps has no fate and would not count. At a
   * horizon tasks may be waiting.
   */
  private static void checkAllLeft(Trial trial, TrialOutcome outcome) {
    int tasks = trial.workload().size();
    int left = outcome.departures().size();
    if (left < tasks && trial.horizon() == TimeSpan.NEVER) {
      throw new IllegalDecisionException(
          ("it left %s of %s tasks unmapped when nothing was to happen any more; let no task be"
                  + " deferred, or every event cause a mapping event, or make deadlines hard, or end"
                  + " trials at a horizon")
              .formatted(tasks - left, tasks));
    }
  }

  private List<TracedTask> tasks(TrialOutcome outcome) {
    boolean traced =
        experiment.study().presentation().traces().stream()
            .anyMatch(request ->
                request.trial() == unit.trial() && experiment.isAt(scenario, request.at()));
    return traced ? outcome.departures().stream().map(TracedTask::of).toList() : List.of();
  }
}
