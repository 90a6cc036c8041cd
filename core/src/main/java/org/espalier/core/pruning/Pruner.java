package org.espalier.core.pruning;

import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.DeferringRule;

/**
 * The pruner: drops hopeless tasks from machine queues while the toggle is engaged, and sets which
 * tasks are deferred (THESIS 4, JOURNAL 5 and 6.2). It also drops tasks that earn too little
 * (DISSERTATION 2.4.4). It knows nothing of the heuristic it is put around.
 */
public final class Pruner {
  private final Toggle toggle;
  private final Dropping dropping;
  private final Deferring deferring;
  private final Fairness fairness;
  private final UtilityDropping byUtility;

  /** A pruner of its parts; one pruner serves one resource manager. */
  public Pruner(
      ToggleSettings toggle,
      Dropping dropping,
      Deferring deferring,
      Fairness fairness,
      UtilityDropping byUtility) {
    this.toggle = new Toggle(toggle);
    this.dropping = dropping;
    this.deferring = deferring;
    this.fairness = fairness;
    this.byUtility = byUtility;
  }

  /** A pruner without fairness and dropping by utility. */
  public Pruner(ToggleSettings toggle, Dropping dropping, Deferring deferring) {
    this(toggle, dropping, deferring, Fairness.none(), UtilityDropping.NONE);
  }

  /** A pruner that does nothing. */
  public static Pruner none() {
    return new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.NONE);
  }

  /** Prunes at the beginning of a mapping event. */
  public void prune(MappingSession session) {
    fairness.update(session.event().departures());
    fairness.weigh(session);
    if (toggle.update(session.event().misses())) {
      dropping.drop(session, fairness);
    }
    DeferringRule rule = deferring.rule(session, fairness);
    if (!rule.equals(DeferringRule.NEVER)) {
      session.filterBy(new DeferringFilter(rule));
    }
    byUtility.drop(session);
  }

  /** What its toggle has measured. */
  Oversubscription oversubscription() {
    return toggle.view();
  }
}
