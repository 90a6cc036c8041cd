package org.espalier.analysis.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.Allocation;

/** The sweep, which is kept when it is done and not before. */
record SweepPhase(Frontier frontier, ChromosomeEvaluation<?> judge, SearchWatch watch)
    implements Phase {
  private static final String NAME = "sweep";
  private static final long STEPS = 100;

  /** The part of a checkpoint that is the sweep; populations are parts from 1 on. */
  private static final int PART = 0;

  @Override
  public Found after(Found before) throws IOException {
    SortedMap<Integer, List<Allocation>> kept = watch.kept(PART);
    List<Allocation> allocations = kept.isEmpty() ? swept() : kept.getOrDefault(0, List.of());
    boolean isDone = !kept.isEmpty() || !watch.isOver();
    List<Losses> losses = judge.losses(allocations);
    List<FrontPoint> points = new ArrayList<>();
    for (int i = 0; i < losses.size(); i++) {
      points.add(new FrontPoint(NAME, losses.get(i), allocations.get(i)));
    }
    if (isDone) {
      watch.save(PART, 0, allocations);
    }
    Found found = before.withSweep(Snapshot.of(NAME, 0, losses), points);
    return isDone ? found : found.without("the sweep was cut short");
  }

  private List<Allocation> swept() {
    watch.progress().begins(NAME, STEPS);
    ParetoArchive<Allocation> archive =
        frontier
            .sweep()
            .run((share, losses) -> watch.report(Math.round(STEPS * share), losses, frontier));
    watch.progress().ends();
    return archive.entries().stream().map(ParetoArchive.Entry::item).toList();
  }
}
