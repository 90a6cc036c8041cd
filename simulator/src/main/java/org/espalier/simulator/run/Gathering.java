package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;

/**
 * Gathers what came of the units of an experiment, in any order, into the results of the whole.
 * They stand at their place by index, so that results hang neither on threads nor on who ran what.
 * Not safe for use by several threads.
 */
public final class Gathering {
  private final Experiment experiment;
  private final TrialResult[][] trials;
  private final TrialAccount[][] accounts;
  private final List<List<ShownDecision>> decisions;
  private final Map<StudyUnit, List<TracedTask>> traced = new HashMap<>();
  private final List<UnitResult.Failed> failures = new ArrayList<>();

  public Gathering(Experiment experiment) {
    this.experiment = experiment;
    int scenarios = experiment.scenarios().size();
    this.trials = new TrialResult[scenarios][experiment.study().plan().trials()];
    this.accounts = new TrialAccount[scenarios][experiment.study().plan().trials()];
    this.decisions = new ArrayList<>(Collections.nCopies(scenarios, List.of()));
  }

  /**
   * Takes the result of a unit.
   *
   * @throws IllegalArgumentException if it is no unit of the experiment, or is there already
   */
  public void add(UnitResult result) {
    StudyUnit unit = result.unit();
    if (!knows(unit) || has(unit)) {
      throw new IllegalArgumentException(
          "%s is %s".formatted(unit, knows(unit) ? "there already" : "not of the experiment"));
    }
    switch (result) {
      case UnitResult.Finished finished -> add(finished);
      case UnitResult.Failed failed -> failures.add(failed);
    }
  }

  private void add(UnitResult.Finished finished) {
    StudyUnit unit = finished.unit();
    trials[unit.scenario()][unit.trial() - 1] = finished.measured();
    accounts[unit.scenario()][unit.trial() - 1] = finished.account();
    if (!finished.decisions().isEmpty()) {
      decisions.set(unit.scenario(), finished.decisions());
    }
    if (!finished.tasks().isEmpty()) {
      traced.put(unit, finished.tasks());
    }
  }

  /**
   * The results of the experiment.
   *
   * @throws PolicyFailedException if a policy has failed
   * @throws IllegalStateException if units are missing
   */
  public ExperimentResults results() {
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(firstOfEachPolicy());
    }
    List<StudyUnit> missing =
        StudyUnits.of(experiment).stream().filter(unit -> !has(unit)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "%s units are missing, the first is %s".formatted(missing.size(), missing.getFirst()));
    }
    List<List<TrialResult>> all = Arrays.stream(trials).map(List::of).toList();
    List<List<TrialAccount>> kept = Arrays.stream(accounts).map(List::of).toList();
    return new ExperimentResults(experiment, all, kept, traces(), decisions);
  }

  /** The failures, the first of each policy, in the order of the scenarios. */
  private List<PolicyFailure> firstOfEachPolicy() {
    Comparator<UnitResult.Failed> byScenario =
        Comparator.comparingInt(failed -> failed.unit().scenario());
    Comparator<UnitResult.Failed> byTrial =
        Comparator.comparingInt(failed -> failed.unit().trial());
    Map<String, UnitResult.Failed> first = new TreeMap<>();
    failures.stream()
        .sorted(byTrial.thenComparing(byScenario))
        .forEach(failed -> first.putIfAbsent(failed.failure().policy(), failed));
    return first.values().stream().sorted(byScenario).map(UnitResult.Failed::failure).toList();
  }

  private List<Trace> traces() {
    return experiment.study().presentation().traces().stream().map(this::trace).toList();
  }

  private Trace trace(Study.TraceRequest request) {
    Scenario scenario = experiment.scenarioAt(request.at());
    StudyUnit unit = new StudyUnit(scenario.index(), request.trial());
    return new Trace(unit.scenario(), unit.trial(), traced.getOrDefault(unit, List.of()));
  }

  private boolean knows(StudyUnit unit) {
    return unit.scenario() < trials.length && unit.trial() <= trials[unit.scenario()].length;
  }

  private boolean has(StudyUnit unit) {
    return trials[unit.scenario()][unit.trial() - 1] != null
        || failures.stream().anyMatch(failed -> failed.unit().equals(unit));
  }
}
