package org.espalier.testkit;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.ForwardingPolicy;

/**
 * A policy that is shown what is right. Before some of its decisions all completion times, and all
 * chances of success and expected completions of tasks that wait, are computed again from scratch
 * and compared with those that are kept. It decides as the policy it is put around.
 *
 * <p>One mapping event in three is checked, since a number that was asked for is kept: between them
 * the policy meets bounds and numbers as they are without it.
 */
public final class CheckedPolicy extends ForwardingPolicy {
  private static final int EVERY = 3;
  private static final double TOLERANCE = 1e-8;
  private static final double TIME_TOLERANCE = 1e-3;

  private int events;

  /** One that checks before a policy decides. */
  public CheckedPolicy(AllocationPolicy policy) {
    super(policy);
  }

  /**
   * Decides as the policy.
   *
   * @throws AssertionError if something that is kept is wrong
   */
  @Override
  public List<Decision> decide(MappingEvent event) {
    if (events++ % EVERY == 0) {
      check(new MappingSession(event));
    }
    return super.decide(event);
  }

  /** Checks the queues of a session, and the numbers of its candidates behind them. */
  private static void check(MappingSession session) {
    Pmf[] tails = new Pmf[session.machines()];
    for (int m = 0; m < tails.length; m++) {
      tails[m] = tail(session.queue(m), session.now());
    }
    for (Candidate candidate : session.open()) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.canRun(candidate, p)) {
          check(session, candidate, p, tails[session.machineOf(p)]);
        }
      }
    }
  }

  /** The tail of a queue from scratch; what is kept of the queue must be the same. */
  private static Pmf tail(MachineQueue queue, long now) {
    Pmf ready = queue.readyTime(0);
    for (int i = 0; i < queue.size(); i++) {
      ready = completion(queue, i, ready, now);
      Pmf kept = queue.completionTime(i);
      if (!(distance(ready, kept) <= TOLERANCE)) {
        throw new AssertionError(
            "completion time at position %s of %s at %s is %s, from scratch it is %s"
                .formatted(i, queue, now, kept, ready));
      }
    }
    return ready;
  }

  private static Pmf completion(MachineQueue queue, int position, Pmf ready, long now) {
    long deadline = queue.task(position).deadline();
    Pmf execution = queue.executionTimeAt(position);
    if (position >= queue.firstPending()) {
      long step = Pmf.divisor(ready.step(), execution.step());
      return CompletionTimes.completion(
          queue.scope(), ready, execution, deadline, step, ready.origin());
    }
    Pmf end = execution.shifted(queue.start()).later(now);
    return queue.scope() == DroppingScope.EXECUTING ? end.cutAt(deadline) : end;
  }

  /** The largest difference of the cumulative functions of two PMFs. */
  private static double distance(Pmf a, Pmf b) {
    return LongStream.concat(
            IntStream.range(0, a.size()).mapToLong(a::time),
            IntStream.range(0, b.size()).mapToLong(b::time))
        .mapToDouble(time -> Math.abs(a.cumulative(time) - b.cumulative(time)))
        .max()
        .orElse(0);
  }

  private static void check(MappingSession session, Candidate candidate, int placement, Pmf tail) {
    int machine = session.machineOf(placement);
    MachineQueue queue = session.queue(machine);
    long deadline = candidate.task().deadline();
    int pState = placement - session.fastestPlacement(machine);
    Pmf execution = queue.executionTime(candidate.task().type(), pState);
    double chance = CompletionTimes.chanceOfSuccess(tail, execution, queue.by(deadline));
    double expected = CompletionTimes.expectedCompletion(queue.scope(), tail, execution, deadline);
    String behind = "of %s behind %s".formatted(candidate, queue);
    compare(
        "chance of success " + behind,
        session.chanceOfSuccess(candidate, placement),
        chance,
        TOLERANCE);
    compare(
        "expected completion " + behind,
        session.expectedCompletion(candidate, placement),
        expected,
        TIME_TOLERANCE);
  }

  static void compare(String what, double kept, double plain, double tolerance) {
    if (!(Math.abs(kept - plain) <= tolerance)) {
      throw new AssertionError("%s is %s, from scratch it is %s".formatted(what, kept, plain));
    }
  }
}
