package org.espalier.core.pruning;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.model.Arguments;

/**
 * Threshold dropping (THESIS 4.2, JOURNAL 5.2), in each machine queue from head to tail. A task
 * whose chance of success is at or below its threshold is dropped, and what lies behind it is
 * computed again.
 *
 * @param threshold chance of success at or below which a task is dropped, in [0, 1]
 * @param skewnessScale rho of JOURNAL eq. 7, by which the threshold of a task is moved against the
 *     skewness of its completion time, less so farther from the head; 0 for the same threshold for
 *     all
 * @param includeRunning whether the running task may be dropped too
 */
public record ThresholdDropping(double threshold, double skewnessScale, boolean includeRunning)
    implements Dropping {
  public ThresholdDropping {
    Arguments.share(threshold, "dropping threshold");
    Arguments.refuse(
        !(skewnessScale >= 0),
        "skewness scale is %s; expected a number that is not negative",
        skewnessScale);
  }

  @Override
  public void drop(MappingSession session, Fairness fairness) {
    for (int m = 0; m < session.machines(); m++) {
      dropFrom(session, fairness, m);
    }
  }

  /** Drops from one queue; returns the least chance of those that stay, 1 if there is none. */
  double dropFrom(MappingSession session, Fairness fairness, int machine) {
    double least = 1;
    MachineQueue first = session.queue(machine);
    int position = includeRunning && !first.runsOn() ? 0 : first.firstPending();
    while (position < session.queue(machine).size()) {
      MachineQueue queue = session.queue(machine);
      double chance = queue.chanceOfSuccess(position);
      double base = fairness.concede(threshold, queue.task(position), session);
      double limit = thresholdAt(queue, position, base);
      if (chance <= limit && !queue.task(position).mustComplete()) {
        Basis basis = new Basis("chance of success", chance, limit);
        fairness.dropped(queue.task(position));
        session.drop(machine, position, DropReason.BELOW_THRESHOLD, basis);
      } else {
        least = Math.min(least, chance);
        position++;
      }
    }
    return least;
  }

  private double thresholdAt(MachineQueue queue, int position, double base) {
    if (skewnessScale == 0) {
      return base;
    }
    double skewness = queue.completionTime(position).boundedSkewness();
    return adjusted(base, skewness, skewnessScale, position);
  }

  /**
   * The threshold of one task (JOURNAL eq. 7): {@code base + (-skewness * scale) / (position + 1)},
   * within [0, 1].
   *
   * @param position 0 for the task at the head of the queue
   */
  public static double adjusted(double base, double skewness, double scale, int position) {
    return Math.clamp(base + (-skewness * scale) / (position + 1), 0.0, 1.0);
  }
}
