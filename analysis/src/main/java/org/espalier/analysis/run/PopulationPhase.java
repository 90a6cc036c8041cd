package org.espalier.analysis.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.study.ParetoStudy;

/**
 * One population of the genetic algorithm, which evolves for all generations that are asked for.
 *
 * @param number of the population, from 1 on, and of its part of a checkpoint
 * @param seeds of the population itself; the front of the sweep fills what room they leave
 * @param genetic its settings, on all threads
 */
record PopulationPhase(
    ParetoStudy study,
    int number,
    List<Allocation> seeds,
    GeneticSettings genetic,
    Frontier frontier,
    ChromosomeEvaluation<?> judge,
    SearchWatch watch)
    implements Phase {

  @Override
  public Found after(Found before) throws IOException {
    ParetoStudy.Search asked = study.search();
    String name = asked.populations().get(number - 1).name();
    if (watch.isOver()) {
      return before.without("population %s was not begun".formatted(name));
    }
    List<Snapshot> snapshots = new ArrayList<>();
    SortedMap<Integer, List<Allocation>> kept = watch.kept(number);
    kept.forEach((generation, members) -> {
      if (asked.snapshots().contains(generation)) {
        snapshots.add(Snapshot.of(name, generation, judge.losses(members)));
      }
    });
    int begun = kept.isEmpty() ? 0 : kept.lastKey();
    List<Allocation> first =
        kept.isEmpty() ? seeds(before.swept()) : kept.getOrDefault(begun, List.of());
    GeneticSearch search =
        new GeneticSearch(study.problem(), study.objectives(), genetic, first, judge);
    watch.progress().begins(name, asked.generations());
    for (int target : asked.snapshots()) {
      evolve(search, begun, target);
      if (begun + search.generation() == target && !kept.containsKey(target)) {
        snapshots.add(new Snapshot(name, target, losses(search)));
        watch.save(number, target, search.members());
      }
    }
    watch.progress().ends();
    int reached = begun + Math.toIntExact(search.generation());
    boolean isDone = reached >= asked.generations();
    if (!isDone) {
      snapshots.add(new Snapshot(name, reached, losses(search)));
      watch.save(number, reached, search.members());
    }
    List<FrontPoint> front =
        search.front().stream().map(e -> new FrontPoint(name, e.losses(), e.item())).toList();
    Found found = before.withPopulation(snapshots, front);
    return isDone
        ? found
        : found.without(
            "population %s was cut short at generation %s of %s"
                .formatted(name, reached, asked.generations()));
  }

  /** Goes on to a generation, or until it is to stop. */
  private void evolve(GeneticSearch search, int begun, int target) throws IOException {
    while (begun + search.generation() < target && !watch.isOver()) {
      search.advance(1);
      search.advance(
          target - begun - search.generation(), () -> watch.isOver() || watch.isAnythingDue());
      long reached = begun + search.generation();
      if (watch.isReportDue() || reached == study.search().generations()) {
        watch.report(reached, losses(search), frontier);
      }
      if (watch.isSaveDue()) {
        watch.save(number, Math.toIntExact(reached), search.members());
      }
    }
  }

  private static List<Losses> losses(GeneticSearch search) {
    return search.front().stream().map(ParetoArchive.Entry::losses).toList();
  }

  /** Its seeds, and as much of the front of the sweep as has room. */
  private List<Allocation> seeds(List<FrontPoint> swept) {
    List<Allocation> all = new ArrayList<>(seeds);
    int room = Math.max(0, genetic.population() - seeds.size());
    FrontPoint.evenly(swept, room).forEach(point -> all.add(point.allocation()));
    return all.subList(0, Math.min(all.size(), genetic.population()));
  }
}
