package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;

/** How every task of a trial ended, as the golden trials write it. */
final class TaskEnds {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final TrialOutcome outcome;
  private final List<List<Long>> rows;

  TaskEnds(TrialOutcome outcome) {
    this.outcome = outcome;
    this.rows =
        outcome.departures().stream()
            .sorted(Comparator.comparingInt(departure -> departure.task().id()))
            .map(TaskEnds::row)
            .toList();
  }

  /** Task, fate, machine or -1 if it never started, start or -1, exit; in the order of tasks. */
  List<List<Long>> rows() {
    return rows;
  }

  private static List<Long> row(Departure departure) {
    boolean started = departure.start() != Departure.NOT_STARTED;
    return List.of(
        (long) departure.task().id(),
        departure.fate().ordinal() + 1L,
        started ? departure.machine() : -1L,
        departure.start(),
        departure.time());
  }

  /** Tasks without a fate, of which there are none, then by fate. */
  List<Long> counts() {
    List<Long> counts = new ArrayList<>(List.of(0L));
    for (Fate fate : EnumSet.range(Fate.ON_TIME, Fate.DROPPED_PROACTIVELY)) {
      counts.add((long) outcome.count(fate));
    }
    return counts;
  }

  /** FNV-1a over the rows without the number of the task, in hexadecimal digits. */
  String checksum() {
    long hash = FNV_OFFSET;
    for (List<Long> row : rows) {
      for (long value : row.subList(1, row.size())) {
        hash = (hash ^ value) * FNV_PRIME;
      }
    }
    return "%016x".formatted(hash);
  }
}
