package org.espalier.core.pruning;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.pmf.ScoreRounding;

/**
 * The proactive dropping heuristic (DROPPING IV-E, eq. 8). It goes once over the pending tasks of a
 * queue, head to tail. A task is dropped if, without it, the chances of the few tasks behind it add
 * up to more than its own and theirs do now. It has no threshold, and never drops a running task.
 *
 * <p>Each chance counts by what its task is worth, beyond the source. One that must be completed is
 * never dropped.
 *
 * @param effectiveDepth eta, how many tasks behind the dropped one are looked at; at least 1
 * @param improvementFactor beta, by how much the chances must improve; at least 1
 */
public record ProactiveDropping(int effectiveDepth, double improvementFactor) implements Dropping {
  /** The setting of the source: eta 2, beta 1. */
  public static final ProactiveDropping DEFAULT = new ProactiveDropping(2, 1);

  public ProactiveDropping {
    if (effectiveDepth < 1 || !(improvementFactor >= 1)) {
      throw new IllegalArgumentException(
          "proactive dropping with eta %s and beta %s; expected at least 1 each"
              .formatted(effectiveDepth, improvementFactor));
    }
  }

  @Override
  public void drop(MappingSession session, Fairness fairness) {
    for (int m = 0; m < session.machines(); m++) {
      dropFrom(session, fairness, m);
    }
  }

  private void dropFrom(MappingSession session, Fairness fairness, int machine) {
    int position = session.queue(machine).firstPending();
    QueueWorth worth = QueueWorth.of(session.event(), session.queue(machine));
    while (position < session.queue(machine).size() - 1) {
      MachineQueue queue = session.queue(machine);
      double kept = sum(queue, worth, position, position + effectiveDepth + 1);
      MachineQueue shorter = queue.dropped(position, session.now());
      double gained = sum(shorter, worth, position, position + effectiveDepth);
      double limit = ScoreRounding.chance(improvementFactor * kept);
      if (gained > limit && !queue.task(position).mustComplete()) {
        Basis basis = new Basis("sum of chances by worth behind it", gained, limit);
        fairness.dropped(queue.task(position));
        session.drop(machine, position, DropReason.PROACTIVE, basis);
      } else {
        position++;
      }
    }
  }

  private static double sum(MachineQueue queue, QueueWorth worth, int from, int to) {
    double sum = 0;
    for (int i = from; i < Math.min(to, queue.size()); i++) {
      sum += queue.chanceOfSuccess(i) * worth.share(queue.task(i));
    }
    return ScoreRounding.chance(sum);
  }
}
