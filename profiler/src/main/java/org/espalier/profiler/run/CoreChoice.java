package org.espalier.profiler.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.espalier.profiler.probe.Topology;

/**
 * Chooses cores for co-runners. First come physical cores of their own that share the last-level
 * cache with the measured application, as all cores of DISSERTATION 8.5 do, then physical cores
 * elsewhere, and last other hardware threads of cores that are taken.
 */
record CoreChoice(Topology topology, List<Integer> measured) {
  /** All other cores, those that suit best first. */
  List<Integer> order() {
    Set<Integer> taken = new LinkedHashSet<>(measured);
    List<Integer> rest = new ArrayList<>(topology.cores());
    rest.removeAll(measured);
    List<Integer> order = new ArrayList<>();
    while (!rest.isEmpty()) {
      Integer best =
          rest.stream().min(Comparator.comparingInt(core -> distance(core, taken))).orElseThrow();
      rest.remove(best);
      order.add(best);
      taken.add(best);
    }
    return order;
  }

  private int distance(int core, Set<Integer> taken) {
    return (sharesCore(core, taken) ? 2 : 0) + (sharesCache(core) ? 0 : 1);
  }

  private boolean sharesCache(int core) {
    return topology.sharingGroups().stream()
        .filter(group -> group.contains(core))
        .anyMatch(group -> measured.stream().anyMatch(group::contains));
  }

  private boolean sharesCore(int core, Set<Integer> taken) {
    return topology.threadGroups().stream()
        .filter(group -> group.contains(core))
        .anyMatch(group -> group.stream().anyMatch(taken::contains));
  }

  /** What is not as it should be with some cores of co-runners, one sentence each. */
  List<String> notes(List<Integer> corunners) {
    List<String> notes = new ArrayList<>();
    List<Integer> apart = corunners.stream().filter(core -> !sharesCache(core)).toList();
    if (!apart.isEmpty()) {
      notes.add(
          "co-runners on cores %s do not share the last-level cache with the measured application"
              .formatted(apart));
    }
    Set<Integer> taken = new HashSet<>(measured);
    List<Integer> threads = new ArrayList<>();
    for (int core : corunners) {
      if (sharesCore(core, taken)) {
        threads.add(core);
      }
      taken.add(core);
    }
    if (!threads.isEmpty()) {
      notes.add(
          "cores %s are hardware threads of physical cores that run something else too"
              .formatted(threads));
    }
    return notes;
  }
}
