package org.espalier.core.pruning;

import org.espalier.core.allocation.MappingSession;

/**
 * The pruner: drops hopeless tasks from machine queues while the toggle is engaged, and sets which
 * tasks are deferred (THESIS 4, JOURNAL 5 and 6.2). It knows nothing of the heuristic it is put
 * around.
 */
public final class Pruner {
  private final Toggle toggle;
  private final Dropping dropping;
  private final Deferring deferring;

  /** A pruner of its three parts; one pruner serves one resource manager. */
  public Pruner(ToggleSettings toggle, Dropping dropping, Deferring deferring) {
    this.toggle = toggle.newToggle();
    this.dropping = dropping;
    this.deferring = deferring;
  }

  /** A pruner that does nothing. */
  public static Pruner none() {
    return new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.NONE);
  }

  /** Prunes at the beginning of a mapping event. */
  public void prune(MappingSession session) {
    if (toggle.update(session.event().misses())) {
      dropping.drop(session);
    }
    session.deferBy(deferring.rule(session));
  }
}
