package org.espalier.core.pruning;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;

/**
 * Optimal proactive dropping (DROPPING IV-D). Of all subsets of the pending tasks of a queue, it
 * drops the one that leaves the highest sum of chances of success. The last task is always kept;
 * ties keep more tasks. Never drops a running task, nor one that must be completed. Each chance
 * counts by what its task is worth, beyond the source.
 *
 * <p>The 2^(q-1) subsets are searched by branch and bound, head to tail, keeping before dropping. A
 * task can do no better than if everything still open before it were dropped, so the sum of those
 * chances bounds what a branch can reach.
 */
public final class OptimalDropping implements Dropping {
  /** The dropping; it has no settings. */
  public OptimalDropping() {}

  @Override
  public void drop(MappingSession session, Fairness fairness) {
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      if (queue.size() - queue.firstPending() > 1) {
        dropFrom(session, fairness, m, new Search(queue, QueueWorth.of(session.event(), queue)));
      }
    }
  }

  private static void dropFrom(
      MappingSession session, Fairness fairness, int machine, Search search) {
    search.run();
    int position = session.queue(machine).firstPending();
    for (int i = 0; i < search.pending; i++) {
      if ((search.bestDropped & 1L << i) != 0) {
        Basis basis =
            new Basis("sum of chances by worth of the queue", search.bestSum, search.keepAllSum);
        fairness.dropped(search.queue.task(search.first + i));
        session.drop(machine, position, DropReason.PROACTIVE, basis);
      } else {
        position++;
      }
    }
  }

  /** One search over the subsets of a queue's pending tasks; a set bit is a dropped task. */
  private static final class Search {
    private final MachineQueue queue;
    private final QueueWorth worth;
    private final int first;
    private final int pending;
    private double keepAllSum;
    private double bestSum = Double.NEGATIVE_INFINITY;
    private long bestDropped;

    Search(MachineQueue queue, QueueWorth worth) {
      this.queue = queue;
      this.worth = worth;
      this.first = queue.firstPending();
      this.pending = queue.size() - first;
      if (pending > Long.SIZE) {
        throw new IllegalArgumentException(
            "optimal dropping on a queue of %s pending tasks; at most %s"
                .formatted(pending, Long.SIZE));
      }
    }

    void run() {
      for (int i = 0; i < pending; i++) {
        keepAllSum += queue.chanceOfSuccess(first + i) * worth.share(queue.task(first + i));
      }
      keepAllSum = ScoreRounding.chance(keepAllSum);
      explore(0, queue.readyTime(first), 0, 0);
    }

    private void explore(int index, Pmf ready, double sum, long dropped) {
      if (index == pending) {
        takeIfBetter(ScoreRounding.chance(sum), dropped);
        return;
      }
      if (!isPromising(index, ready, sum, dropped)) {
        return;
      }
      double chance = chance(index, ready);
      Pmf next = index == pending - 1 ? ready : completion(index, ready);
      explore(index + 1, next, sum + chance, dropped);
      if (index < pending - 1 && !queue.task(first + index).mustComplete()) {
        explore(index + 1, ready, sum, dropped | 1L << index);
      }
    }

    private boolean isPromising(int index, Pmf ready, double sum, long dropped) {
      double bound = sum;
      for (int i = index; i < pending; i++) {
        bound += chance(i, ready);
      }
      return isBetter(ScoreRounding.chance(bound), dropped);
    }

    private void takeIfBetter(double sum, long dropped) {
      if (isBetter(sum, dropped)) {
        bestSum = sum;
        bestDropped = dropped;
      }
    }

    private boolean isBetter(double sum, long dropped) {
      return sum > bestSum
          || (sum == bestSum && Long.bitCount(dropped) < Long.bitCount(bestDropped));
    }

    private double chance(int index, Pmf ready) {
      Task task = queue.task(first + index);
      return worth.share(task)
          * CompletionTimes.chanceOfSuccess(
              ready, queue.executionTimeAt(first + index), task.deadline());
    }

    private Pmf completion(int index, Pmf ready) {
      Task task = queue.task(first + index);
      return CompletionTimes.completion(
          queue.scope(), ready, queue.executionTimeAt(first + index), task.deadline());
    }
  }
}
