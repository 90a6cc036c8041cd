package org.espalier.simulator.engine;

import java.util.List;
import java.util.Set;
import org.espalier.core.allocation.journal.Journal;

/**
 * What befalls a trial besides arrivals and completions: what a live system is told by its users
 * and machines.
 *
 * @param entries tasks cancelled, machines that come and go and execution times learned, in order
 *     of time; a task that is cancelled after it left is passed over
 * @param failing ids of tasks that fail at the end of their execution
 */
public record Incidents(List<Journal.Entry> entries, Set<Integer> failing) {
  /** Nothing. */
  public static final Incidents NONE = new Incidents(List.of(), Set.of());
}
