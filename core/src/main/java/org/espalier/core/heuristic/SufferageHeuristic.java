package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/**
 * Sufferage (DISSERTATION 2.4.3). In each round every candidate requests the machine on which it
 * completes earliest. Each machine takes the request that would lose the most utility on the
 * machine where it completes second earliest. Rounds repeat until no candidate has an open choice.
 * A request that a filter refuses since another of its round was granted is made anew in the next.
 *
 * <p>Ties: lower placement id for requests, lower task id on a machine. Stateless.
 *
 * @param leavesSurplus whether it leaves in the batch queue what would be mapped anew before it
 *     could start; not where somebody looks at whole virtual queues
 */
public record SufferageHeuristic(boolean leavesSurplus) implements MappingHeuristic {
  private static final PairOrder EARLIEST = PairOrder.earliestCompletion();
  private static final int NONE = OpenChoices.NONE;

  /** Each round measures all pairs that are left: n (n + 1) / 2 by machine. */
  @Override
  public long evaluations(int candidates, int machines) {
    return (long) candidates * (candidates + 1) / 2 * machines;
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> left = new ArrayList<>(session.open());
    long evaluations = evaluations(left.size(), session.machines());
    Surplus surplus = new Surplus(session, OpenChoices.ALL, evaluations, leavesSurplus);
    while (!left.isEmpty() && !surplus.isAllThatIsLeft()) {
      Round round = new Round(session);
      left.removeIf(candidate -> !round.request(candidate));
      for (Request request : round.granted.values()) {
        if (session.admits(request.candidate, request.placement)) {
          Basis basis = Basis.of("sufferage", request.sufferage);
          session.assign(request.candidate, request.placement, basis);
          surplus.mapped(request.candidate, request.placement);
          left.remove(request.candidate);
        }
      }
    }
  }

  private record Request(Candidate candidate, int placement, double sufferage) {}

  /** Where a candidate completes earliest, and where it does without that machine. */
  private record Choices(int best, int second) {}

  private static final class Round {
    private final MappingSession session;

    /** By machine. */
    private final SortedMap<Integer, Request> granted = new TreeMap<>();

    /** By task type, of candidates whose type alone decides. */
    private final Map<Integer, Choices> ofTypes = new HashMap<>();

    Round(MappingSession session) {
      this.session = session;
    }

    /** Requests the best machine; whether there is an open one. */
    boolean request(Candidate candidate) {
      Choices choices = choices(candidate);
      if (choices.best == NONE) {
        return false;
      }
      double best = session.expectedUtility(candidate, choices.best);
      double second =
          choices.second == NONE ? 0 : session.expectedUtility(candidate, choices.second);
      granted.merge(
          session.machineOf(choices.best),
          new Request(candidate, choices.best, best - second),
          (known, other) -> other.sufferage > known.sufferage ? other : known);
      return true;
    }

    private Choices choices(Candidate candidate) {
      boolean typeDecides = session.filtersMindTypeOnly() && EARLIEST.isSettled(session, candidate);
      return typeDecides
          ? ofTypes.computeIfAbsent(candidate.task().type(), type -> find(candidate))
          : find(candidate);
    }

    private Choices find(Candidate candidate) {
      int best = OpenChoices.ALL.first(session, candidate, EARLIEST, NONE);
      int second =
          best == NONE
              ? NONE
              : OpenChoices.ALL.first(session, candidate, EARLIEST, session.machineOf(best));
      return new Choices(best, second);
    }
  }
}
