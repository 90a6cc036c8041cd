package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/**
 * The units of a study, in the order in which they are run: those that meet the same come together.
 */
public final class StudyUnits {
  private StudyUnits() {}

  /** All units of an experiment. */
  public static List<StudyUnit> of(Experiment experiment) {
    List<StudyUnit> units = new ArrayList<>();
    for (int trial = 1; trial <= experiment.study().plan().trials(); trial++) {
      for (List<Scenario> group : experiment.groups()) {
        for (Scenario scenario : group) {
          units.add(new StudyUnit(scenario.index(), trial));
        }
      }
    }
    return units;
  }

  /**
   * Scenarios that meet the same system and tasks in a trial.
   *
   * @param trial number of the trial
   * @param scenarios the scenarios, in order
   */
  record Batch(int trial, List<Scenario> scenarios) {}

  /** What the scenarios of a batch have in common. */
  private record Common(int trial, Scenario.Conditions conditions) {}

  /** Units of an experiment by what they meet, in the order of their first units. */
  static List<Batch> batches(Experiment experiment, Collection<StudyUnit> units) {
    Map<Common, List<Scenario>> batches = new LinkedHashMap<>();
    for (StudyUnit unit : units) {
      Scenario scenario = experiment.scenarios().get(unit.scenario());
      batches
          .computeIfAbsent(
              new Common(unit.trial(), scenario.conditions()), key -> new ArrayList<>())
          .add(scenario);
    }
    return batches.entrySet().stream()
        .map(entry -> new Batch(entry.getKey().trial(), entry.getValue()))
        .toList();
  }
}
