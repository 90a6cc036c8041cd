package org.espalier.analysis.run;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.front.ParetoArchive;

/**
 * What the phases of a search have found so far.
 *
 * @param snapshots fronts on the way and at the end of each phase
 * @param swept points of the sweep
 * @param evolved the last fronts of the populations
 * @param unfinished what phases say that did not come to their end
 */
record Found(
    List<Snapshot> snapshots,
    List<FrontPoint> swept,
    List<FrontPoint> evolved,
    List<String> unfinished) {
  static final Found NOTHING = new Found(List.of(), List.of(), List.of(), List.of());

  /** The same with what the sweep found. */
  Found withSweep(Snapshot snapshot, List<FrontPoint> points) {
    return new Found(both(snapshots, List.of(snapshot)), points, evolved, unfinished);
  }

  /** The same with what a population found. */
  Found withPopulation(List<Snapshot> more, List<FrontPoint> points) {
    return new Found(both(snapshots, more), swept, both(evolved, points), unfinished);
  }

  /** The same, and what a phase says that did not come to its end. */
  Found without(String part) {
    return new Found(snapshots, swept, evolved, both(unfinished, List.of(part)));
  }

  private static <T> List<T> both(List<T> before, List<T> more) {
    List<T> all = new ArrayList<>(before);
    all.addAll(more);
    return all;
  }

  /** What none of the points found dominates. */
  List<FrontPoint> front() {
    ParetoArchive<FrontPoint> all = new ParetoArchive<>();
    swept.forEach(point -> all.add(point.losses(), point));
    evolved.forEach(point -> all.add(point.losses(), point));
    return all.entries().stream().map(ParetoArchive.Entry::item).toList();
  }
}
