package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.PetMatrix;

/**
 * A heuristic that minds chances and times only, given first the tasks that are worth most for the
 * time they take where they are fastest. It maps as many of these as it wants, then of the next,
 * and so on. Tasks of one turn are alike within a factor of two. Where all tasks are worth the
 * same, or worth is ignored, it is the heuristic itself.
 */
public record WorthiestFirst(MappingHeuristic heuristic) implements MappingHeuristic {
  @Override
  public void map(MappingSession session) {
    List<Candidate> all = session.open();
    if (!session.event().mayDifferInWorth() || areAlike(session)) {
      heuristic.map(session);
      return;
    }
    double[] times = leastTimes(session.system().pet());
    NavigableMap<Integer, List<Candidate>> turns = new TreeMap<>(Collections.reverseOrder());
    for (Candidate candidate : all) {
      double density = session.event().worth(candidate.task()) / times[candidate.task().type()];
      turns.computeIfAbsent(Math.getExponent(density), _ -> new ArrayList<>()).add(candidate);
    }
    for (List<Candidate> turn : turns.values()) {
      session.openOnly(turn);
      heuristic.map(session);
    }
    session.openOnly(all);
  }

  private static boolean areAlike(MappingSession session) {
    List<Candidate> open = session.open();
    double first = open.isEmpty() ? 1 : session.event().worth(open.getFirst().task());
    return open.stream().allMatch(c -> session.event().worth(c.task()) == first);
  }

  /** The least mean execution time of each task type on any machine type, ticks. */
  private static double[] leastTimes(PetMatrix pet) {
    return IntStream.range(0, pet.taskTypes())
        .mapToDouble(i ->
            IntStream.range(0, pet.machineTypes())
                .filter(j -> pet.canRun(i, j))
                .mapToDouble(j -> pet.get(i, j, 0).mean())
                .min()
                .orElse(1))
        .toArray();
  }

  @Override
  public long evaluations(int candidates, int machines) {
    return heuristic.evaluations(candidates, machines);
  }

  @Override
  public OptionalLong askAgainAt() {
    return heuristic.askAgainAt();
  }

  @Override
  public Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    return heuristic.price(session, candidate, machine);
  }
}
