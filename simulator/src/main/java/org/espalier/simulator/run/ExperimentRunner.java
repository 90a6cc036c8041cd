package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AssertionMode;
import org.espalier.core.allocation.IllegalDecisionException;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.pet.PetBelief;

/**
 * Runs the trials of an experiment on several threads.
 *
 * <p>A unit of work is a trial of all scenarios that meet the same workload: arrivals, types,
 * deadlines and execution times are functions of the seed and the trial, the same for every policy
 * and whatever it believes of them. Results are put at their place by index, so that they do not
 * depend on the threads.
 */
public final class ExperimentRunner {
  private final Experiment experiment;
  private final RunSettings settings;
  private final TrialResult[][] results;
  private final Trace[] traces;
  private final List<List<ShownDecision>> decisions;
  private final List<PolicyFailure> failures = new ArrayList<>();
  private int done;

  private ExperimentRunner(Experiment experiment, RunSettings settings) {
    this.experiment = experiment;
    this.settings = settings;
    int trials = experiment.study().plan().trials();
    this.results = new TrialResult[experiment.scenarios().size()][trials];
    this.decisions = new ArrayList<>(Collections.nCopies(experiment.scenarios().size(), List.of()));
    this.traces = new Trace[experiment.study().presentation().traces().size()];
  }

  /**
   * Runs an experiment to its end.
   *
   * @throws PolicyFailedException if policies fail; trials that have not begun then do not
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public static ExperimentResults run(Experiment experiment, RunSettings settings) {
    return new ExperimentRunner(experiment, settings).run();
  }

  private ExperimentResults run() {
    try (ExecutorService threads = Executors.newFixedThreadPool(settings.threads())) {
      List<Future<?>> units = new ArrayList<>();
      for (int trial = 1; trial <= experiment.study().plan().trials(); trial++) {
        for (List<Scenario> group : experiment.groups()) {
          int number = trial;
          units.add(threads.submit(() -> runUnit(group, number)));
        }
      }
      awaitAll(units, threads);
    }
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(firstOfEachPolicy());
    }
    List<List<TrialResult>> all = Arrays.stream(results).map(List::of).toList();
    return new ExperimentResults(experiment, all, List.of(traces), decisions);
  }

  private static void awaitAll(List<Future<?>> units, ExecutorService threads) {
    try {
      for (Future<?> unit : units) {
        unit.get();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running an experiment", e);
    } catch (ExecutionException e) {
      threads.shutdownNow();
      throw asUnchecked(e);
    }
  }

  private static RuntimeException asUnchecked(ExecutionException failure) {
    return switch (failure.getCause()) {
      case Error error -> throw error;
      case RuntimeException e -> e;
      case null, default -> new IllegalStateException(failure);
    };
  }

  /** The failures, the first of each policy, in the order of the scenarios. */
  private List<PolicyFailure> firstOfEachPolicy() {
    failures.sort(
        Comparator.comparingInt(PolicyFailure::trial).thenComparingInt(PolicyFailure::scenario));
    Map<String, PolicyFailure> first = new TreeMap<>();
    failures.forEach(failure -> first.putIfAbsent(failure.policy(), failure));
    return first.values().stream()
        .sorted(Comparator.comparingInt(PolicyFailure::scenario))
        .toList();
  }

  private void runUnit(List<Scenario> group, int trial) {
    if (hasFailed()) {
      return;
    }
    Study.Plan plan = experiment.study().plan();
    Workload workload = experiment.workload(group.getFirst(), trial);
    ExecutionTimes times = new CounterStream(plan.seed(), trial, experiment.system().pet());
    Map<PetBelief, HcSystem> believed = new HashMap<>();
    for (Scenario scenario : group) {
      HcSystem system =
          believed.computeIfAbsent(
              scenario.belief(), belief -> experiment.believedSystem(belief, trial));
      try {
        runTrial(scenario, new Trial(system, scenario.settings().rules(), workload, times), trial);
      } catch (IllegalDecisionException | StackOverflowError | AssertionError | LinkageError e) {
        addFailure(
            new PolicyFailure(scenario.policy(), scenario.index(), scenario.label(), trial, e));
      }
      reportDone();
    }
  }

  private void runTrial(Scenario scenario, Trial described, int trial) {
    Study.Plan plan = experiment.study().plan();
    AllocationPolicy policy = create(scenario, policySeed(plan.seed(), trial));
    SchedulerTime.Meter meter = new SchedulerTime.Meter(policy, settings.nanoClock());
    TrialOutcome outcome =
        trial == 1 ? watch(scenario, described, meter) : EventEngine.run(described, meter);
    checkAllLeft(described.workload(), outcome);
    CountedTrial counted = new CountedTrial(outcome, experiment.system(), plan.leftOut());
    results[scenario.index()][trial - 1] = TrialResult.of(counted, meter.time());
    keepTraces(scenario, trial, outcome);
  }

  /** Runs a trial, and keeps decisions of it that the report shows. */
  private TrialOutcome watch(Scenario scenario, Trial trial, AllocationPolicy policy) {
    DecisionWatch watch = new DecisionWatch(policy);
    TrialOutcome outcome = EventEngine.run(trial, watch, watch, AssertionMode.OFF);
    decisions.set(
        scenario.index(),
        watch.found().stream()
            .map(found -> DecisionPictures.of(scenario.label(), trial.system(), found))
            .toList());
    return outcome;
  }

  /** Soft deadlines never expire, so a task that nobody maps has no fate and would not count. */
  private static void checkAllLeft(Workload workload, TrialOutcome outcome) {
    int left = outcome.departures().size();
    if (left < workload.size()) {
      throw new IllegalDecisionException(
          ("it left %d of %d tasks unmapped when nothing was to happen any more; let no task be"
                  + " deferred, or every event cause a mapping event, or make deadlines hard")
              .formatted(workload.size() - left, workload.size()));
    }
  }

  static AllocationPolicy create(Scenario scenario, long seed) {
    try {
      return scenario.entry().create(scenario.settings().withSeed(seed));
    } catch (RuntimeException e) {
      throw new IllegalDecisionException("it could not be made: " + e, e);
    }
  }

  /** The seed of policies that draw random numbers: another one for each trial. */
  static long policySeed(long seed, int trial) {
    return seed + 0x9E3779B97F4A7C15L * trial;
  }

  private void keepTraces(Scenario scenario, int trial, TrialOutcome outcome) {
    List<Study.TraceRequest> requests = experiment.study().presentation().traces();
    for (int i = 0; i < traces.length; i++) {
      if (requests.get(i).trial() == trial && isAt(scenario, requests.get(i).at())) {
        traces[i] = new Trace(scenario.index(), trial, outcome.departures());
      }
    }
  }

  /** Whether a scenario has the given values, and the first one on each other axis. */
  private boolean isAt(Scenario scenario, Map<String, String> at) {
    List<Axis> axes = experiment.study().comparison().axes();
    for (int i = 0; i < axes.size(); i++) {
      Axis axis = axes.get(i);
      String value = at.getOrDefault(axis.dimension().key(), axis.values().getFirst());
      if (!scenario.values().get(i).equals(value)) {
        return false;
      }
    }
    return true;
  }

  private synchronized boolean hasFailed() {
    return !failures.isEmpty();
  }

  private synchronized void addFailure(PolicyFailure failure) {
    failures.add(failure);
  }

  private synchronized void reportDone() {
    done++;
    settings.progress().trialsDone(done, experiment.totalTrials());
  }
}
