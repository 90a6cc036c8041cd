package org.example.heuristics;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;

/**
 * A heuristic by {@code map}: the task with the soonest deadline first, to the machine that is
 * expected to be done with it soonest, unless even that is after its deadline.
 */
public final class LeastSlack implements PolicyProvider, MappingHeuristic {
  @Override
  public String name() {
    return "Least-Slack";
  }

  @Override
  public String summary() {
    return "soonest deadline first, on the machine that finishes it soonest, if in time";
  }

  @Override
  public String source() {
    return "example my-heuristic";
  }

  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
    return PolicyProvider.ofHeuristic(name(), summary(), source(), chosen -> this)
        .create(settings, pruning);
  }

  @Override
  public void map(MappingSession session) {
    session.open().stream()
        .sorted(Comparator.comparingLong(candidate -> candidate.task().deadline()))
        .forEach(candidate -> mapOne(session, candidate));
  }

  private static void mapOne(MappingSession session, Candidate candidate) {
    IntStream.range(0, session.machines())
        .filter(machine -> session.hasRoom(machine) && session.canRun(candidate, machine))
        .boxed()
        .min(Comparator.comparingDouble(m -> session.expectedCompletion(candidate, m)))
        .filter(m -> session.expectedCompletion(candidate, m) <= candidate.task().deadline())
        .ifPresent(
            m -> {
              double expected = session.expectedCompletion(candidate, m);
              session.assign(
                  candidate,
                  m,
                  new Basis("expected completion", expected, candidate.task().deadline()));
            });
  }
}
