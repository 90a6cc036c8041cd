package org.espalier.simulator.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.model.Arguments;
import org.espalier.simulator.study.Experiment;

/**
 * Gathers what came of the units of an experiment, in any order, into the results of the whole.
 * They stand at their place by index, so that results hang neither on threads nor on who ran what.
 * Not safe for use by several threads.
 */
public final class Gathering {
  private final Experiment experiment;
  private final UnitResult.Finished[][] finished;
  private final Map<StudyUnit, UnitResult.Failed> failures = new HashMap<>();

  public Gathering(Experiment experiment) {
    this.experiment = experiment;
    int trials = experiment.study().plan().trials();
    this.finished = new UnitResult.Finished[experiment.scenarios().size()][trials];
  }

  /**
   * Takes the result of a unit.
   *
   * @throws IllegalArgumentException if it is no unit of the experiment, or is there already
   */
  public void add(UnitResult result) {
    StudyUnit unit = result.unit();
    boolean knows = unit.scenario() < finished.length && unit.trial() <= finished[0].length;
    Arguments.refuse(
        !knows || has(unit), "%s is %s", unit, knows ? "there already" : "not of the experiment");
    switch (result) {
      case UnitResult.Finished there -> finished[unit.scenario()][unit.trial() - 1] = there;
      case UnitResult.Failed failed -> failures.put(unit, failed);
    }
  }

  /**
   * The results of the experiment.
   *
   * @throws PolicyFailedException if a policy has failed
   * @throws IllegalStateException if units are missing
   */
  public ExperimentResults results() {
    checkPolicies();
    List<StudyUnit> missing =
        StudyUnits.of(experiment).stream().filter(unit -> !has(unit)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "%s units are missing, the first is %s".formatted(missing.size(), missing.getFirst()));
    }
    return new ExperimentResults(experiment, Arrays.stream(finished).map(List::of).toList());
  }

  /**
   * Checks that no policy has failed so far.
   *
   * @throws PolicyFailedException if one has
   */
  public void checkPolicies() {
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(firstOfEachPolicy());
    }
  }

  /** The failures, the first of each policy, in the order of the scenarios. */
  private List<PolicyFailure> firstOfEachPolicy() {
    Comparator<UnitResult.Failed> byScenario =
        Comparator.comparingInt(failed -> failed.unit().scenario());
    Comparator<UnitResult.Failed> byTrial =
        Comparator.comparingInt(failed -> failed.unit().trial());
    Map<String, UnitResult.Failed> first = new TreeMap<>();
    failures.values().stream()
        .sorted(byTrial.thenComparing(byScenario))
        .forEach(failed -> first.putIfAbsent(failed.failure().policy(), failed));
    return first.values().stream().sorted(byScenario).map(UnitResult.Failed::failure).toList();
  }

  private boolean has(StudyUnit unit) {
    return finished[unit.scenario()][unit.trial() - 1] != null || failures.containsKey(unit);
  }
}
