package org.espalier.simulator.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.UtilityBound;
import org.espalier.simulator.engine.TrialOutcome;

/** What the tasks of a trial earned. */
record EarnedUtility(TrialOutcome outcome, HcSystem system) {
  /** The largest number of different worths that are called priorities. */
  private static final int MOST_PRIORITIES = 16;

  /** Whether any task has more than a deadline, or may be served as a version of less worth. */
  boolean isKnown() {
    return system.hasVersions()
        || outcome.tasks().anyMatch(task -> !task.utility().equals(UtilityFunction.OF_DEADLINE));
  }

  /** What the tasks earned that completed in a span. */
  double completed(TimeSpan span) {
    return outcome.departures(span).stream().mapToDouble(EarnedUtility::utility).sum();
  }

  /**
   * What tasks earned, as far as it falls into a span. A task that runs across its beginning or end
   * gives the share of its execution time that lies inside (DISSERTATION 3.2.2).
   */
  double prorated(TimeSpan span) {
    return outcome.departures().stream().mapToDouble(left -> prorated(left, span)).sum();
  }

  private static double prorated(Departure departure, TimeSpan span) {
    return hasCompleted(departure)
        ? utility(departure) * span.share(departure.start(), departure.time())
        : 0;
  }

  static double utility(Departure departure) {
    Task task = departure.task();
    return hasCompleted(departure) ? task.utility().of(task, departure.time()) : 0;
  }

  static boolean hasCompleted(Departure departure) {
    return departure.fate() == Fate.ON_TIME || departure.fate() == Fate.LATE;
  }

  /** The maximum utility bound of a span. */
  double bound(TimeSpan span) {
    return new UtilityBound(system, span).of(outcome.tasks().toList());
  }

  /**
   * The tasks by what they are worth at most: how many arrive in a span, and the utility that falls
   * into it. The utility is also a percentage of what those that arrive are worth at most. None
   * where tasks differ too much.
   */
  List<Part> byPriority(TimeSpan span) {
    Map<Double, double[]> sums = new TreeMap<>();
    outcome
        .tasks()
        .filter(task -> span.contains(task.arrival()))
        .forEach(task -> {
          sums.computeIfAbsent(task.mostUtility(), key -> new double[2])[0]++;
        });
    for (Departure departure : outcome.departures()) {
      double most = departure.task().asked().mostUtility();
      sums.computeIfAbsent(most, key -> new double[2])[1] += prorated(departure, span);
    }
    List<Part> parts = new ArrayList<>();
    sums.forEach((worth, sum) -> {
      double share = sum[0] * worth == 0 ? Double.NaN : 100 * sum[1] / (sum[0] * worth);
      parts.add(new Part(Breakdown.PRIORITIES, worth, List.of(sum[0], sum[1], share)));
    });
    return parts.size() > MOST_PRIORITIES ? List.of() : parts;
  }
}
