package org.espalier.core.pruning;

import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.DeferringRule;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;

/** A way of setting the deferring threshold for a mapping event. */
@FunctionalInterface
public interface Deferring {
  /** Defers nothing. */
  Deferring NONE = (session, fairness) -> DeferringRule.NEVER;

  /**
   * The rule for this event, asked after drops and before mapping.
   *
   * @param fairness what to concede to task types that suffer
   */
  DeferringRule rule(MappingSession session, Fairness fairness);

  /**
   * A threshold, less what is conceded.
   *
   * @param threshold chance of success at or below which a pair is deferred, in [0, 1]
   */
  record Conceded(double threshold, Fairness fairness, MappingSession session)
      implements DeferringRule {
    @Override
    public double threshold(Task task) {
      return fairness.concede(threshold, task, session);
    }

    @Override
    public boolean mindsTypeOnly() {
      return !session.event().mayDifferInWorth();
    }
  }

  /**
   * The same threshold at every event (THESIS 4.2).
   *
   * @param threshold chance of success at or below which a pair is deferred, in [0, 1]
   */
  static Deferring fixed(double threshold) {
    Arguments.share(threshold, "deferring threshold");
    return (session, fairness) -> new Conceded(threshold, fairness, session);
  }
}
