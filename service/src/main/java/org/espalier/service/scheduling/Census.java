package org.espalier.service.scheduling;

import java.util.Map;
import org.espalier.core.allocation.Fate;

/**
 * The tasks at a moment, counted.
 *
 * @param unmapped tasks in the batch queue
 * @param mapped tasks in machine queues, running ones counted
 * @param running tasks that run
 * @param left tasks that have left since the very first start, by fate
 */
record Census(int unmapped, int mapped, int running, Map<Fate, Long> left) {
  Census {
    left = Map.copyOf(left);
  }
}
