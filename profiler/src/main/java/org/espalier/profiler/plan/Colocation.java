package org.espalier.profiler.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * An application that is measured while others run beside it (DISSERTATION 8.4.2).
 *
 * @param place where the set stands
 * @param measured task type that is measured
 * @param beside task types that run meanwhile, in order of their names; one may be there twice
 */
public record Colocation(Place place, String measured, List<String> beside) {
  /** Puts co-runners in order. */
  public Colocation {
    beside = beside.stream().sorted().toList();
  }

  /** All members in order of their names. */
  public List<String> members() {
    List<String> members = new ArrayList<>(beside);
    members.add(measured);
    return members.stream().sorted().toList();
  }
}
