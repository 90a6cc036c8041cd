package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.PetMatrix;

/** Which placements a heuristic looks at for a task type. */
@FunctionalInterface
public interface PlacementLimit {
  /** All of them. */
  PlacementLimit NONE = (session, candidate, placement) -> true;

  /** Whether a placement is looked at for a candidate. */
  boolean allows(MappingSession session, Candidate candidate, int placement);

  /**
   * Those on machines of the types that execute a task fastest in P-state 0, of equal ones those
   * with the lowest ids (DISSERTATION 2.4.2).
   *
   * @param types how many machine types, at least 1
   */
  static PlacementLimit fastestTypes(int types) {
    if (types < 1) {
      throw new IllegalArgumentException("%d machine types; expected at least 1".formatted(types));
    }
    return (session, candidate, placement) -> {
      int type = session.queue(session.machineOf(placement)).machine().type().id();
      return isAmongFastest(session.system().pet(), candidate.task().type(), type, types);
    };
  }

  private static boolean isAmongFastest(PetMatrix pet, int taskType, int machineType, int count) {
    int[] fastest =
        IntStream.range(0, pet.machineTypes())
            .filter(type -> pet.canRun(taskType, type))
            .boxed()
            .sorted(Comparator.comparingDouble(type -> pet.get(taskType, type, 0).mean()))
            .limit(count)
            .mapToInt(Integer::intValue)
            .toArray();
    return Arrays.stream(fastest).anyMatch(type -> type == machineType);
  }
}
