package org.espalier.core.allocation;

import org.espalier.core.pmf.PlainCompletionTimes;
import org.espalier.core.pmf.Pmf;

/**
 * Whether cached state is checked: completion times and chances are computed again from scratch, by
 * the plain formulas, at every mapping event and every question, and compared. The checks compute
 * nothing that a run without them would find there.
 */
public enum AssertionMode {
  /** Nothing is checked. */
  OFF,
  /** Everything is checked; many times slower. */
  ON;

  private static final double TOLERANCE = 1e-8;
  private static final double TIME_TOLERANCE = 1e-3;

  void checkQueues(MappingEvent event) {
    if (this == ON) {
      for (int m = 0; m < event.machines(); m++) {
        checkQueue(event.unshownQueue(m), event.now());
      }
    }
  }

  void checkQueue(MachineQueue queue, long now) {
    if (this == OFF) {
      return;
    }
    MachineQueue fresh = queue.fresh();
    Pmf ready = fresh.readyTime(0);
    for (int i = 0; i < queue.size(); i++) {
      ready = plainCompletion(queue, i, ready, now);
      Pmf cached = (queue.isCompletionKnown(i) ? queue : fresh).completionTime(i);
      if (!(PlainCompletionTimes.distance(ready, cached) <= TOLERANCE)) {
        throw new AssertionError(
            "completion time at position %d of %s at %d is %s, from scratch it is %s"
                .formatted(i, queue, now, cached, ready));
      }
    }
  }

  private static Pmf plainCompletion(MachineQueue queue, int position, Pmf ready, long now) {
    long deadline = queue.task(position).deadline();
    Pmf execution = queue.executionTimeAt(position);
    if (position == 0 && queue.isBusy()) {
      return PlainCompletionTimes.running(queue.scope(), execution, queue.start(), now, deadline);
    }
    return PlainCompletionTimes.completion(queue.scope(), ready, execution, deadline);
  }

  void checkChance(Candidate candidate, MachineQueue queue, int placement, double cached) {
    if (this == ON && queue.canRun(candidate.task().type())) {
      double plain =
          PlainCompletionTimes.chanceOfSuccess(
              queue.tail(),
              queue.executionTime(candidate.task().type(), placement - queue.firstPlacement()),
              candidate.task().deadline());
      check("chance of success", candidate, queue, cached, plain, TOLERANCE);
    }
  }

  void checkChanceAtMost(Candidate candidate, MachineQueue queue, int placement, double bound) {
    if (this == ON) {
      double exact = candidate.chanceOfSuccess(queue, placement);
      checkOrder("chance of success", candidate, queue, exact, bound);
    }
  }

  void checkExpectedAtLeast(Candidate candidate, MachineQueue queue, int placement, double bound) {
    if (this == ON) {
      double exact = candidate.expectedCompletion(queue, placement);
      checkOrder("expected completion", candidate, queue, bound, exact);
    }
  }

  void checkExpectedAtMost(Candidate candidate, MachineQueue queue, int placement, double bound) {
    if (this == ON) {
      double exact = candidate.expectedCompletion(queue, placement);
      checkOrder("expected completion", candidate, queue, exact, bound);
    }
  }

  void checkBest(
      MappingSession session,
      Candidate candidate,
      PlacementOrder order,
      boolean ofAll,
      int placement) {
    if (this == ON) {
      boolean full = placement >= 0 && !session.hasRoom(placement);
      for (int other = 0; other < session.placements(); other++) {
        boolean counts = session.hasRoom(other) || (ofAll && !full);
        if (counts
            && other != placement
            && session.canRun(candidate, other)
            && (placement < 0 || order.comesFirst(session, candidate, other, placement))) {
          throw new AssertionError(
              "%s is best on %s, but %s comes first"
                  .formatted(
                      candidate,
                      placement < 0 ? "none" : session.placement(placement),
                      session.placement(other)));
        }
      }
    }
  }

  void checkMayAdmit(
      MappingSession session, PairFilter filter, Candidate candidate, boolean mayAdmit) {
    if (this == ON && !mayAdmit) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.hasRoom(p)
            && session.canRun(candidate, p)
            && filter.admits(session, candidate, p)) {
          throw new AssertionError(
              "%s is admitted behind %s by the filter %s, which had said that it is nowhere"
                  .formatted(candidate, session.unshownQueueOf(p), filter.reason()));
        }
      }
    }
  }

  private static void checkOrder(
      String what, Candidate candidate, MachineQueue queue, double lower, double upper) {
    if (lower > upper) {
      throw new AssertionError(
          "a bound on the %s of %s behind %s is wrong: %s is not at most %s"
              .formatted(what, candidate, queue, lower, upper));
    }
  }

  void checkExpected(Candidate candidate, MachineQueue queue, int placement, double cached) {
    if (this == ON && queue.canRun(candidate.task().type())) {
      double plain =
          PlainCompletionTimes.expectedCompletion(
              queue.scope(),
              queue.fresh().tail(),
              queue.executionTime(candidate.task().type(), placement - queue.firstPlacement()),
              candidate.task().deadline());
      check("expected completion", candidate, queue, cached, plain, TIME_TOLERANCE);
    }
  }

  private static void check(
      String what,
      Candidate candidate,
      MachineQueue queue,
      double cached,
      double plain,
      double tolerance) {
    if (!(Math.abs(cached - plain) <= tolerance)) {
      throw new AssertionError(
          "%s of %s behind %s is %s, from scratch it is %s"
              .formatted(what, candidate, queue, cached, plain));
    }
  }
}
