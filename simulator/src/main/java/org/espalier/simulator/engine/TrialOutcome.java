package org.espalier.simulator.engine;

import java.util.List;
import org.espalier.core.allocation.DecisionSample;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;

/**
 * What became of every task of a trial.
 *
 * @param departures in order; one for each task, but for those that nobody mapped although their
 *     deadlines are soft
 * @param mappingEvents number of mapping events held
 * @param activeTicks by placement, the time that it was executing, in ticks
 * @param decisionSample how the decisions of an approximate policy compare with exact ones
 * @param endTime when the last task left, in ticks
 */
public record TrialOutcome(
    List<Departure> departures,
    int mappingEvents,
    List<Long> activeTicks,
    DecisionSample decisionSample,
    long endTime) {
  public TrialOutcome {
    departures = List.copyOf(departures);
    activeTicks = List.copyOf(activeTicks);
  }

  /** Number of tasks with a fate. */
  public int count(Fate fate) {
    int count = 0;
    for (Departure departure : departures) {
      if (departure.fate() == fate) {
        count++;
      }
    }
    return count;
  }
}
