package org.example.heuristics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;

/**
 * A heuristic by {@code map}: the task with the soonest deadline first, to the machine that is
 * expected to be done with it soonest. A task waits if even that leaves too little time to its
 * deadline.
 */
public final class LeastSlack implements PolicyProvider, MappingHeuristic {
  private static final PolicyParameter<Double> MARGIN =
      PolicyParameter.share(
          "margin",
          0,
          "share of the time from arrival to deadline that must be left",
          "example my-heuristic");

  private final double margin;

  /** With the default margin; for those who look for services. */
  public LeastSlack() {
    this(MARGIN.byDefault());
  }

  private LeastSlack(double margin) {
    this.margin = margin;
  }

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
  public List<PolicyParameter<?>> parameters() {
    return List.of(MARGIN);
  }

  @Override
  public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
    return PolicyProvider.ofHeuristic(
            name(), summary(), source(), chosen -> new LeastSlack(chosen.parameters().get(MARGIN)))
        .create(settings, pruning);
  }

  @Override
  public void map(MappingSession session) {
    session.open().stream()
        .sorted(Comparator.comparingLong(candidate -> candidate.task().deadline()))
        .forEach(candidate -> mapOne(session, candidate));
  }

  private void mapOne(MappingSession session, Candidate candidate) {
    IntStream.range(0, session.placements())
        .filter(placement -> session.hasRoom(placement) && session.canRun(candidate, placement))
        .boxed()
        .min(Comparator.comparingDouble(p -> session.expectedCompletion(candidate, p)))
        .filter(p -> session.expectedCompletion(candidate, p) <= latest(candidate.task()))
        .ifPresent(p -> {
          double expected = session.expectedCompletion(candidate, p);
          session.assign(
              candidate,
              p,
              new Basis("expected completion", expected, candidate.task().deadline()));
        });
  }

  private double latest(Task task) {
    return task.deadline() - margin * (task.deadline() - task.arrival());
  }
}
