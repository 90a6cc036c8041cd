package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.model.Task;

/**
 * Which tasks have arrived since the last mapping event. A live system may have several events in
 * one tick, so of tasks that arrived in the tick of the last event those with higher numbers are
 * new: tasks are numbered in order of arrival.
 */
final class NewArrivals {
  private long last = Long.MIN_VALUE;
  private int lastId = Integer.MIN_VALUE;

  /** When the last event was, ticks; the least number before the first. */
  long last() {
    return last;
  }

  /** The new ones: first those that wait, the latest first, then those that have left. */
  List<Task> observe(MappingEvent event) {
    List<Task> arrived = new ArrayList<>();
    List<Candidate> candidates = event.candidates();
    for (int c = candidates.size() - 1; c >= 0 && isNew(candidates.get(c).task()); c--) {
      arrived.add(candidates.get(c).task());
    }
    for (Departure departure : event.departures()) {
      if (isNew(departure.task())) {
        arrived.add(departure.task().asked());
      }
    }
    if (event.now() > last) {
      last = event.now();
      lastId = Integer.MIN_VALUE;
    }
    for (Task task : arrived) {
      lastId = task.arrival() == last ? Math.max(lastId, task.id()) : lastId;
    }
    return arrived;
  }

  private boolean isNew(Task task) {
    return task.arrival() > last || (task.arrival() == last && task.id() > lastId);
  }
}
