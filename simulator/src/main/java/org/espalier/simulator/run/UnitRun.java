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
import org.espalier.simulator.study.Scenario;

/** One unit of a study while it runs. */
record UnitRun(TrialConditions conditions, Scenario scenario, List<ShownDecision> decisions) {
  /** The trial of which decisions are kept for the report. */
  private static final int SHOWN_TRIAL = 1;

  /**
   * Runs a scenario under the conditions of a trial.
   *
   * @param nanoClock clock by which the time of decisions is taken
   */
  static UnitResult of(TrialConditions conditions, Scenario scenario, LongSupplier nanoClock) {
    StudyUnit unit = new StudyUnit(scenario.index(), conditions.trial());
    try {
      return new UnitRun(conditions, scenario, new ArrayList<>()).finish(unit, nanoClock);
    } catch (IllegalDecisionException | StackOverflowError | AssertionError | LinkageError e) {
      return new UnitResult.Failed(unit, PolicyFailure.of(scenario, conditions.trial(), e));
    }
  }

  private UnitResult finish(StudyUnit unit, LongSupplier nanoClock) {
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
        conditions.experiment().study().presentation().traces().stream()
            .filter(request -> request.trial() == conditions.trial())
            .anyMatch(request -> conditions.experiment().isAt(scenario, request.at()));
    return traced ? outcome.departures().stream().map(TracedTask::of).toList() : List.of();
  }
}
