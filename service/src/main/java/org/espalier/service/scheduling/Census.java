package org.espalier.service.scheduling;

import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Oversubscription;

/**
 * The tasks at a moment, counted.
 *
 * @param unmapped tasks in the batch queue
 * @param mapped tasks in machine queues, running ones counted
 * @param running tasks that run
 * @param left tasks that have left since the very first start, by fate
 * @param oversubscription the oversubscription level, and the toggle, where the policy measures it
 */
record Census(
    int unmapped,
    int mapped,
    int running,
    Map<Fate, Long> left,
    Optional<Oversubscription> oversubscription) {
  Census {
    left = Map.copyOf(left);
  }
}
