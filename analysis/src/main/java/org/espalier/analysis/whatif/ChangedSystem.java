package org.espalier.analysis.whatif;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.HcSystem;

/**
 * A system with some changes, and the tasks of a study.
 *
 * @param name the changes, or {@link #AS_IT_IS}
 * @param problem what is allocated
 */
public record ChangedSystem(String name, StaticProblem problem) {
  /** Without a change. */
  public static final String AS_IT_IS = "as it is";

  private static final String ALL = "all changes";

  /**
   * The system as it is, with each change alone, and with all of them if there are several.
   *
   * @throws IllegalArgumentException if a change cannot be made, or leaves a task that no machine
   *     can run
   */
  public static List<ChangedSystem> of(StaticProblem problem, List<SystemChange> changes) {
    List<ChangedSystem> systems = new ArrayList<>();
    systems.add(new ChangedSystem(AS_IT_IS, problem));
    for (SystemChange change : changes) {
      systems.add(on(problem, change.label(), change.applyTo(problem.system())));
    }
    if (changes.size() > 1) {
      HcSystem changed = problem.system();
      for (SystemChange change : changes) {
        changed = change.applyTo(changed);
      }
      systems.add(on(problem, ALL, changed));
    }
    return systems;
  }

  private static ChangedSystem on(StaticProblem problem, String name, HcSystem system) {
    try {
      return new ChangedSystem(
          name, StaticProblem.of(system, problem.workload(), problem.utilityThreshold()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("\"%s\": %s".formatted(name, e.getMessage()), e);
    }
  }
}
