package org.espalier.simulator.run;

import java.util.List;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;

/**
 * What came of a unit of a study: all that the results of the study need of it. It is a function of
 * the study and the unit, but for what the clock measured, wherever and beside whatever other units
 * it was run.
 */
public sealed interface UnitResult {
  /** The unit. */
  StudyUnit unit();

  /**
   * The trial ran to its end.
   *
   * @param measured its columns, and what the policy took to decide
   * @param account what it had earned and spent by when
   * @param decisions decisions that a report can show; of first trials only
   * @param tasks what became of its tasks, in the order in which they left; none unless the study
   *     asks for a trace of the trial
   */
  record Finished(
      StudyUnit unit,
      TrialResult measured,
      TrialAccount account,
      List<ShownDecision> decisions,
      List<TracedTask> tasks)
      implements UnitResult {}

  /**
   * The policy failed.
   *
   * @param failure how
   */
  record Failed(StudyUnit unit, PolicyFailure failure) implements UnitResult {}
}
