package org.espalier.core.pruning;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;

/**
 * Fairness among task types (JOURNAL 6.3.2). Each type has a sufferage value in [0, 1], which is
 * taken off the thresholds for that type. It falls by the fairness factor when one of its tasks
 * leaves on time, and rises by it when one leaves otherwise.
 *
 * <p>With such steps a type suffers if less than half of its tasks are on time, whatever becomes of
 * others. It is the price of a {@linkplain SharePrices least share} of a half for all types, which
 * is paid in thresholds and not in worth.
 */
public final class Fairness {
  /** The share on time of a type that neither suffers nor does well. */
  private static final double HALF = 0.5;

  private final double factor;
  private final SharesByType thresholds;
  private final Owed sufferage;
  private double usualWorth = Double.POSITIVE_INFINITY;

  /**
   * Fairness with no type suffering yet.
   *
   * @param factor the fairness factor, in [0, 1]; 0 for none
   * @param thresholds the share of a threshold that holds for a type at first
   */
  public Fairness(double factor, SharesByType thresholds) {
    Arguments.share(factor, "fairness factor");
    this.factor = factor;
    this.thresholds = thresholds;
    this.sufferage = new Owed(factor / HALF, 0, 1);
  }

  /** No fairness: thresholds are the same for all types. */
  public static Fairness none() {
    return new Fairness(0, SharesByType.NONE);
  }

  /**
   * Takes the tasks that left since the last mapping event, but for those that the pruner dropped.
   * These were taken by {@link #dropped} at once, so that they count for the rest of their own
   * event.
   */
  public void update(List<Departure> departures) {
    if (factor > 0) {
      for (Departure departure : departures) {
        if (!departure.fate().isPruned()) {
          update(departure.task().asked().type(), departure.fate() == Fate.ON_TIME);
        }
      }
    }
  }

  /** Takes a task that the pruner drops. */
  public void dropped(Task task) {
    if (factor > 0) {
      update(task.type(), false);
    }
  }

  /** Takes one task of a type that left. */
  public void update(int taskType, boolean isOnTime) {
    sufferage.left(taskType, HALF, isOnTime);
  }

  /** The sufferage value of a task type. */
  public double sufferage(int taskType) {
    return sufferage.of(taskType);
  }

  /** A threshold less the sufferage of a task type, not below 0. */
  public double concede(double threshold, int taskType) {
    return factor == 0 ? threshold : Math.max(0, threshold - sufferage(taskType));
  }

  /** Takes what the tasks that wait are worth. */
  void weigh(MappingSession session) {
    if (!session.event().mayDifferInWorth()) {
      usualWorth = Double.POSITIVE_INFINITY;
      return;
    }
    DoubleSummaryStatistics worths =
        session.event().candidates().stream()
            .filter(candidate -> !candidate.task().mustComplete())
            .mapToDouble(candidate -> session.event().worth(candidate.task()))
            .summaryStatistics();
    usualWorth =
        worths.getMin() == worths.getMax() || worths.getCount() == 0
            ? Double.POSITIVE_INFINITY
            : worths.getAverage();
  }

  /**
   * The threshold of a task: the share of it that holds for its type, less what is conceded to
   * that. Where it is worth more than those that wait in the mean, it is as much lower. No chance
   * is too low for one that must be completed.
   */
  public double concede(double threshold, Task task, MappingSession session) {
    if (task.mustComplete()) {
      return -1;
    }
    double ofType = concede(threshold * share(task, session), task.type());
    double worth =
        usualWorth == Double.POSITIVE_INFINITY ? usualWorth : session.event().worth(task);
    return worth > usualWorth ? ofType * usualWorth / worth : ofType;
  }

  private double share(Task task, MappingSession session) {
    return thresholds.isEmpty()
        ? 1
        : thresholds
            .byType()
            .getOrDefault(session.system().taskTypes().get(task.type()).name(), 1.0);
  }
}
