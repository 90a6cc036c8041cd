package org.espalier.analysis.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.seed.SeedHeuristic;
import org.espalier.analysis.stochastic.Cloud;
import org.espalier.analysis.stochastic.Samples;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.Population;
import org.espalier.analysis.study.SeedSource;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyChoice;

/**
 * One search of a study: the bound, the sweep, then each population in turn. A search that is
 * stopped, by whatever, goes on from what its checkpoint has of it.
 */
public final class ParetoRun {
  private static final long SWEEP_STEPS = 100;

  /** The part of a checkpoint that is the sweep; populations are parts from 1 on. */
  private static final int SWEEP = 0;

  /** Points that are evaluated with drawn times, at most. */
  private static final int MOST_EVALUATED = 100;

  private static final long NANOS_BETWEEN_REPORTS = 500_000_000L;

  private final ParetoStudy study;
  private final Function<PolicyChoice, Allocation> policies;
  private final Settings settings;
  private final ChromosomeEvaluation<?> judge;
  private final long begin;
  private final Map<SeedSource.OfPolicy, Allocation> made = new LinkedHashMap<>();
  private final List<Snapshot> snapshots = new ArrayList<>();

  /** The last fronts of the populations that are done. */
  private final List<FrontPoint> evolved = new ArrayList<>();

  private final List<FrontPoint> swept = new ArrayList<>();
  private boolean sweepIsDone;
  private int populationsDone;
  private long lastCheckpoint;
  private long lastReport;

  /**
   * How a search runs.
   *
   * @param threads that it may use
   * @param nanoClock a clock, for limits of time, progress and checkpoints
   * @param stop whether it is to end now
   * @param progress hears how far it is
   * @param checkpoint what a stopped search goes on from, and where this one leaves the same; empty
   *     for neither
   * @param betweenCheckpoints how long it goes on without leaving anything
   */
  public record Settings(
      int threads,
      LongSupplier nanoClock,
      BooleanSupplier stop,
      ParetoProgress progress,
      Optional<Checkpoint> checkpoint,
      Duration betweenCheckpoints) {}

  /**
   * A search.
   *
   * @param policies what a policy makes of the trace
   */
  public ParetoRun(
      ParetoStudy study, Function<PolicyChoice, Allocation> policies, Settings settings) {
    this.study = study;
    this.policies = policies;
    this.settings = settings;
    this.begin = settings.nanoClock().getAsLong();
    this.judge = study.evaluation();
    this.lastCheckpoint = begin;
    this.lastReport = begin;
  }

  /** What policies made of the trace, by the seed that asked for it. */
  public Map<SeedSource.OfPolicy, Allocation> made() {
    return made;
  }

  /**
   * Searches.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a file of a seed, or of the
   *     checkpoint, is not good
   */
  public ParetoResults run() throws IOException {
    List<List<Allocation>> seeds = seeds();
    Frontier frontier = frontier();
    if (study.search().method().sweeps()) {
      sweep(frontier);
    }
    if (study.search().method().evolves()) {
      for (int number = 1; number <= seeds.size() && !isOver(); number++) {
        evolve(frontier, number, seeds.get(number - 1));
      }
    }
    List<FrontPoint> front = front();
    return new ParetoResults(
        study,
        frontier.reference(),
        frontier.bound(),
        snapshots,
        front,
        evaluated(front),
        isComplete());
  }

  private static List<Losses> best(List<Losses> points) {
    ParetoArchive<Losses> archive = new ParetoArchive<>();
    points.forEach(point -> archive.add(point, point));
    return archive.losses();
  }

  /** What none of the points found dominates. */
  private List<FrontPoint> front() {
    ParetoArchive<FrontPoint> all = new ParetoArchive<>();
    swept.forEach(point -> all.add(point.losses(), point));
    evolved.forEach(point -> all.add(point.losses(), point));
    return all.entries().stream().map(ParetoArchive.Entry::item).toList();
  }

  /** Whether it came to its end, or to the time that it was given. */
  private boolean isComplete() {
    return isSearched() || isLate();
  }

  private boolean isSearched() {
    boolean swept = sweepIsDone || !study.search().method().sweeps();
    boolean evolved =
        !study.search().method().evolves()
            || populationsDone == study.search().populations().size();
    return swept && evolved;
  }

  /** No more than the bound. */
  public ParetoResults boundOnly() {
    Frontier frontier = frontier();
    return new ParetoResults(
        study, frontier.reference(), frontier.bound(), List.of(), List.of(), List.of(), true);
  }

  private Frontier frontier() {
    settings.progress().begins("bound", 1);
    Frontier frontier = Frontier.of(study, settings.threads(), this::isOver);
    settings.progress().ends();
    return frontier;
  }

  /** Whether the user or the limit of time ends it. */
  private boolean isOver() {
    return isLate() || settings.stop().getAsBoolean();
  }

  private boolean isLate() {
    return study
        .search()
        .limit()
        .filter(limit -> settings.nanoClock().getAsLong() - begin >= limit.toNanos())
        .isPresent();
  }

  // Seeds.

  private List<List<Allocation>> seeds() {
    Problems problems = new Problems();
    List<List<Allocation>> all = new ArrayList<>();
    for (Population population : study.search().populations()) {
      List<Allocation> seeds = new ArrayList<>();
      if (study.search().method().evolves()) {
        population.seeds().forEach(seed -> seed(seed, problems).ifPresent(seeds::add));
      }
      all.add(seeds);
    }
    problems.throwIfAny();
    return all;
  }

  private Optional<Allocation> seed(SeedSource source, Problems problems) {
    return switch (source) {
      case SeedSource.Heuristic heuristic ->
          Optional.of(SeedHeuristic.of(heuristic.name()).orElseThrow().allocate(study.problem()));
      case SeedSource.OfFile file -> AllocationFiles.read(file.file(), study.problem(), problems);
      case SeedSource.OfPolicy policy ->
          Optional.of(made.computeIfAbsent(policy, asked -> policies.apply(asked.choice())));
    };
  }

  // The sweep.

  private void sweep(Frontier frontier) throws IOException {
    SortedMap<Integer, List<Allocation>> kept = kept(SWEEP);
    List<Allocation> allocations =
        kept.isEmpty() ? sweptNow(frontier) : kept.getOrDefault(0, List.of());
    sweepIsDone = !kept.isEmpty() || !isOver();
    List<Losses> points = judge.losses(allocations);
    for (int i = 0; i < points.size(); i++) {
      swept.add(new FrontPoint("sweep", points.get(i), allocations.get(i)));
    }
    snapshots.add(new Snapshot("sweep", 0, best(points)));
    if (sweepIsDone) {
      save(SWEEP, 0, allocations);
    }
  }

  private List<Allocation> sweptNow(Frontier frontier) {
    settings.progress().begins("sweep", SWEEP_STEPS);
    ParetoArchive<Allocation> archive =
        frontier.sweep(
            (share, losses) -> report(Math.round(SWEEP_STEPS * share), frontier, losses));
    settings.progress().ends();
    return archive.entries().stream().map(ParetoArchive.Entry::item).toList();
  }

  // The genetic algorithm.

  private void evolve(Frontier frontier, int number, List<Allocation> seeds) throws IOException {
    ParetoStudy.Search asked = study.search();
    String name = asked.populations().get(number - 1).name();
    SortedMap<Integer, List<Allocation>> kept = kept(number);
    kept.forEach((generation, members) -> {
      if (asked.snapshots().contains(generation)) {
        snapshots.add(new Snapshot(name, generation, best(judge.losses(members))));
      }
    });
    int begun = kept.isEmpty() ? 0 : kept.lastKey();
    GeneticSearch search =
        GeneticSearch.of(
            study.problem(),
            study.objectives(),
            asked.genetic().withThreads(settings.threads()),
            kept.isEmpty() ? seeds(seeds) : kept.getOrDefault(begun, List.of()),
            judge);
    settings.progress().begins(name, asked.generations());
    for (int target : asked.snapshots()) {
      evolve(frontier, number, search, begun, target);
      if (begun + search.generation() == target && !kept.containsKey(target)) {
        snapshots.add(new Snapshot(name, target, losses(search)));
        save(number, target, search.members());
      }
    }
    settings.progress().ends();
    for (ParetoArchive.Entry<Allocation> entry : search.front()) {
      evolved.add(new FrontPoint(name, entry.losses(), entry.item()));
    }
    int reached = begun + Math.toIntExact(search.generation());
    if (reached >= asked.generations()) {
      populationsDone++;
    } else {
      snapshots.add(new Snapshot(name, reached, losses(search)));
      save(number, reached, search.members());
    }
  }

  /** Goes on to a generation, or until it is to stop. */
  private void evolve(Frontier frontier, int number, GeneticSearch search, int begun, int target)
      throws IOException {
    while (begun + search.generation() < target && !isOver()) {
      search.advance(1);
      search.advance(target - begun - search.generation(), () -> isOver() || isDue());
      long reached = begun + search.generation();
      long now = settings.nanoClock().getAsLong();
      if (now - lastReport >= NANOS_BETWEEN_REPORTS || reached == study.search().generations()) {
        report(reached, frontier, losses(search));
      }
      if (now - lastCheckpoint >= settings.betweenCheckpoints().toNanos()) {
        save(number, Math.toIntExact(reached), search.members());
      }
    }
  }

  private static List<Losses> losses(GeneticSearch search) {
    return search.front().stream().map(ParetoArchive.Entry::losses).toList();
  }

  /** The seeds of a population, and as much of the front of the sweep as has room. */
  private List<Allocation> seeds(List<Allocation> own) {
    List<Allocation> all = new ArrayList<>(own);
    int room = Math.max(0, study.search().genetic().population() - own.size());
    int taken = Math.min(room, swept.size());
    for (int i = 0; i < taken; i++) {
      int place = (int) ((long) i * (swept.size() - 1) / Math.max(1, taken - 1));
      all.add(swept.get(place).allocation());
    }
    return all.subList(0, Math.min(all.size(), study.search().genetic().population()));
  }

  private boolean isDue() {
    long now = settings.nanoClock().getAsLong();
    return now - lastReport >= NANOS_BETWEEN_REPORTS
        || now - lastCheckpoint >= settings.betweenCheckpoints().toNanos();
  }

  /** What is kept of a part of a search that was stopped, by generation. */
  private SortedMap<Integer, List<Allocation>> kept(int part) throws IOException {
    if (settings.checkpoint().isEmpty()) {
      return Collections.emptySortedMap();
    }
    Problems problems = new Problems();
    SortedMap<Integer, List<Allocation>> kept =
        settings.checkpoint().get().read(part, study.problem(), problems);
    problems.throwIfAny();
    return kept;
  }

  private void save(int part, int generation, List<Allocation> allocations) throws IOException {
    if (settings.checkpoint().isPresent()) {
      Set<Integer> stay = Set.copyOf(study.search().snapshots());
      settings.checkpoint().get().write(part, generation, allocations, study.problem(), stay);
    }
    lastCheckpoint = settings.nanoClock().getAsLong();
  }

  private void report(long done, Frontier frontier, List<Losses> losses) {
    lastReport = settings.nanoClock().getAsLong();
    double hypervolume = Indicators.hypervolume(losses, frontier.reference());
    OptionalDouble share =
        frontier.bound().map(bound -> bound.share(hypervolume)).orElse(OptionalDouble.empty());
    settings.progress().reached(done, hypervolume, share);
  }

  /** What drawn times make of the front; other times than those that judged it. */
  private List<Evaluated> evaluated(List<FrontPoint> front) {
    int evaluations = study.judging().monteCarlo();
    if (evaluations == 0 || front.isEmpty()) {
      return List.of();
    }
    Samples samples =
        Samples.of(study.problem(), study.uncertainty(), evaluations, study.seed() + 1);
    int shown = Math.min(front.size(), MOST_EVALUATED);
    List<Evaluated> all = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      FrontPoint point = front.get((int) ((long) i * (front.size() - 1) / Math.max(1, shown - 1)));
      all.add(new Evaluated(point, Cloud.of(samples, point.allocation())));
    }
    return all;
  }
}
