package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * Sufferage (DISSERTATION 2.4.3): in each round every candidate requests the machine on which it
 * completes earliest, and each machine takes the request that would lose the most utility on the
 * machine where it completes second earliest; rounds repeat until no candidate has an open choice.
 *
 * <p>Ties: lower placement id for requests, lower task id on a machine. Stateless.
 */
public final class SufferageHeuristic implements MappingHeuristic {
  private static final PairOrder EARLIEST = PairOrder.lowest(PairMeasure.EXPECTED_COMPLETION);

  /** Sufferage. */
  public SufferageHeuristic() {}

  private record Request(Candidate candidate, int placement, double sufferage) {}

  /** Each round measures all pairs that are left: n (n + 1) / 2 by machine. */
  @Override
  public long evaluations(int candidates, int machines) {
    return (long) candidates * (candidates + 1) / 2 * machines;
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> left = new ArrayList<>(session.open());
    while (!left.isEmpty()) {
      SortedMap<Integer, Request> granted = new TreeMap<>();
      left.removeIf(candidate -> !request(session, candidate, granted));
      for (Request request : granted.values()) {
        Basis basis = Basis.of("sufferage", request.sufferage);
        session.assign(request.candidate, request.placement, basis);
        left.remove(request.candidate);
      }
    }
  }

  /** Requests the best machine; whether there is an open one. */
  private static boolean request(
      MappingSession session, Candidate candidate, SortedMap<Integer, Request> granted) {
    int best = OpenChoices.ALL.first(session, candidate, EARLIEST, OpenChoices.NONE);
    if (best == OpenChoices.NONE) {
      return false;
    }
    int machine = session.machineOf(best);
    int second = OpenChoices.ALL.first(session, candidate, EARLIEST, machine);
    double elsewhere = second == OpenChoices.NONE ? 0 : session.expectedUtility(candidate, second);
    double sufferage = session.expectedUtility(candidate, best) - elsewhere;
    granted.merge(
        machine,
        new Request(candidate, best, sufferage),
        (known, other) -> other.sufferage > known.sufferage ? other : known);
    return true;
  }
}
