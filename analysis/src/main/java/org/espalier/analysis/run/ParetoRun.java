package org.espalier.analysis.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
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
 * stopped, by whatever, goes on from its checkpoint; one that is limited by counts then ends with
 * the same front as one that was never stopped.
 */
public final class ParetoRun {
  private static final long SWEEP_STEPS = 100;

  /** Points that are evaluated with drawn times, at most. */
  private static final int MOST_EVALUATED = 100;

  private static final long NANOS_BETWEEN_REPORTS = 500_000_000L;

  private final ParetoStudy study;
  private final Function<PolicyChoice, Allocation> policies;
  private final Settings settings;
  private final long begin;
  private final Map<SeedSource.OfPolicy, Allocation> made = new LinkedHashMap<>();
  private final List<Snapshot> snapshots = new ArrayList<>();

  /** The last fronts of the populations that are done. */
  private final List<FrontPoint> evolved = new ArrayList<>();

  private final List<FrontPoint> swept = new ArrayList<>();
  private boolean sweepIsDone;
  private int populationsDone;
  private Optional<CheckpointFile> checkpoint = Optional.empty();
  private long lastCheckpoint;
  private long lastReport;

  /**
   * How a search runs.
   *
   * @param threads that it may use
   * @param nanoClock a clock, for limits of time, progress and checkpoints
   * @param stop whether it is to end now
   * @param progress hears how far it is
   * @param checkpoint the file from which a stopped search goes on, if it is there; empty for none
   * @param betweenCheckpoints how long it goes on without writing that file
   */
  public record Settings(
      int threads,
      LongSupplier nanoClock,
      BooleanSupplier stop,
      ParetoProgress progress,
      Optional<Path> checkpoint,
      Duration betweenCheckpoints) {
    /** Settings of a search that keeps no checkpoint. */
    public static Settings withoutCheckpoint(
        int threads, LongSupplier nanoClock, BooleanSupplier stop, ParetoProgress progress) {
      return new Settings(
          threads, nanoClock, stop, progress, Optional.empty(), Duration.ofSeconds(1));
    }
  }

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
   * @throws UnfitCheckpointException if it cannot go on from the checkpoint that is there
   * @throws org.espalier.workload.document.InvalidInputException if a file of a seed is not good
   */
  public ParetoResults run() throws IOException {
    List<List<Allocation>> seeds = seeds();
    Judge judge = Judge.of(study);
    Optional<byte[]> state = Optional.empty();
    if (settings.checkpoint().isPresent()) {
      CheckpointFile file =
          new CheckpointFile(settings.checkpoint().get(), SearchDigest.of(study, seeds));
      checkpoint = Optional.of(file);
      if (Files.exists(settings.checkpoint().get())) {
        state = file.read(this::read);
      }
    }
    Frontier frontier = frontier();
    if (study.search().method().sweeps() && !sweepIsDone) {
      sweep(frontier, judge);
    }
    if (study.search().method().evolves()) {
      evolve(frontier, judge, seeds, state);
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

  private static List<Losses> losses(List<FrontPoint> points) {
    ParetoArchive<FrontPoint> own = new ParetoArchive<>();
    points.forEach(point -> own.add(point.losses(), point));
    return own.losses();
  }

  /** What none of the points found dominates. */
  private List<FrontPoint> front() {
    ParetoArchive<FrontPoint> all = new ParetoArchive<>();
    swept.forEach(point -> all.add(point.losses(), point));
    evolved.forEach(point -> all.add(point.losses(), point));
    return all.entries().stream().map(ParetoArchive.Entry::item).toList();
  }

  /** Forgets the checkpoint of a search that has ended. */
  public void forgetCheckpoint() throws IOException {
    if (checkpoint.isPresent()) {
      checkpoint.get().delete();
    }
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

  private void sweep(Frontier frontier, Judge judge) throws IOException {
    settings.progress().begins("sweep", SWEEP_STEPS);
    ParetoArchive<Allocation> archive =
        frontier.sweep(
            (share, losses) -> report(Math.round(SWEEP_STEPS * share), frontier, losses));
    settings.progress().ends();
    List<Allocation> allocations =
        archive.entries().stream().map(ParetoArchive.Entry::item).toList();
    List<Losses> points = judge.losses(allocations);
    for (int i = 0; i < points.size(); i++) {
      swept.add(new FrontPoint("sweep", points.get(i), allocations.get(i)));
    }
    sweepIsDone = !isOver();
    Snapshot taken = new Snapshot("sweep", 0, losses(swept));
    if (sweepIsDone) {
      snapshots.add(taken);
      save(Optional.empty());
    } else {
      save(Optional.empty());
      snapshots.add(taken);
    }
  }

  // The genetic algorithm.

  private void evolve(
      Frontier frontier, Judge judge, List<List<Allocation>> seeds, Optional<byte[]> state)
      throws IOException {
    Optional<byte[]> left = state;
    while (populationsDone < study.search().populations().size() && !isOver()) {
      Population population = study.search().populations().get(populationsDone);
      Evolution evolution = judge.evolution(seeds(seeds.get(populationsDone)), settings.threads());
      if (left.isPresent()) {
        evolution.restore(left.get());
        left = Optional.empty();
      }
      evolve(frontier, population.name(), evolution);
      if (evolution.generation() >= study.search().genetic().generations()) {
        populationsDone++;
        takeFront(population.name(), evolution);
        save(Optional.empty());
      } else {
        save(Optional.of(evolution));
        takeFront(population.name(), evolution);
        snapshot(population.name(), evolution);
      }
    }
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

  private void evolve(Frontier frontier, String name, Evolution evolution) throws IOException {
    int last = study.search().genetic().generations();
    settings.progress().begins(name, last);
    for (int target : study.search().genetic().snapshots()) {
      while (evolution.generation() < target && !isOver()) {
        evolution.advance(target, () -> isOver() || isDue());
        long now = settings.nanoClock().getAsLong();
        if (now - lastReport >= NANOS_BETWEEN_REPORTS || evolution.generation() == last) {
          report(evolution.generation(), frontier, evolution.losses());
        }
        if (now - lastCheckpoint >= settings.betweenCheckpoints().toNanos()) {
          save(Optional.of(evolution));
        }
      }
      if (evolution.generation() == target) {
        snapshot(name, evolution);
      }
    }
    settings.progress().ends();
  }

  private boolean isDue() {
    long now = settings.nanoClock().getAsLong();
    return now - lastReport >= NANOS_BETWEEN_REPORTS
        || now - lastCheckpoint >= settings.betweenCheckpoints().toNanos();
  }

  private void snapshot(String name, Evolution evolution) {
    Snapshot taken = new Snapshot(name, evolution.generation(), evolution.losses());
    snapshots.removeIf(
        other -> other.source().equals(name) && other.generation() == taken.generation());
    snapshots.add(taken);
  }

  private void takeFront(String name, Evolution evolution) {
    for (ParetoArchive.Entry<Allocation> entry : evolution.front()) {
      evolved.add(new FrontPoint(name, entry.losses(), entry.item()));
    }
  }

  private void report(long done, Frontier frontier, List<Losses> losses) {
    lastReport = settings.nanoClock().getAsLong();
    double hypervolume = Indicators.hypervolume(losses, frontier.reference());
    OptionalDouble share =
        frontier.bound().filter(bound -> bound.hypervolume() > 0).isPresent()
            ? OptionalDouble.of(hypervolume / frontier.bound().orElseThrow().hypervolume())
            : OptionalDouble.empty();
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

  // Checkpoints.

  private void save(Optional<Evolution> evolution) throws IOException {
    lastCheckpoint = settings.nanoClock().getAsLong();
    if (checkpoint.isPresent()) {
      checkpoint.get().write(out -> write(out, evolution));
    }
  }

  private void write(DataOutputStream out, Optional<Evolution> evolution) throws IOException {
    out.writeBoolean(sweepIsDone);
    writePoints(out, sweepIsDone ? swept : List.of());
    out.writeInt(populationsDone);
    writeSnapshots(out);
    writePoints(out, evolved);
    out.writeBoolean(evolution.isPresent());
    if (evolution.isPresent()) {
      byte[] state = evolution.get().state();
      out.writeInt(state.length);
      out.write(state);
    }
  }

  private Optional<byte[]> read(DataInputStream in) throws IOException {
    sweepIsDone = in.readBoolean();
    swept.addAll(readPoints(in));
    populationsDone = in.readInt();
    readSnapshots(in);
    evolved.addAll(readPoints(in));
    return in.readBoolean() ? Optional.of(in.readNBytes(in.readInt())) : Optional.empty();
  }

  private static void writePoints(DataOutputStream out, List<FrontPoint> points)
      throws IOException {
    out.writeInt(points.size());
    for (FrontPoint point : points) {
      out.writeUTF(point.source());
      write(out, point.losses());
      out.writeInt(point.allocation().tasks());
      for (int task = 0; task < point.allocation().tasks(); task++) {
        out.writeInt(point.allocation().placement(task));
        out.writeInt(point.allocation().order(task));
      }
    }
  }

  private static List<FrontPoint> readPoints(DataInputStream in) throws IOException {
    List<FrontPoint> points = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String source = in.readUTF();
      Losses losses = readLosses(in);
      int[] placements = new int[in.readInt()];
      int[] orders = new int[placements.length];
      for (int task = 0; task < orders.length; task++) {
        placements[task] = in.readInt();
        orders[task] = in.readInt();
      }
      points.add(new FrontPoint(source, losses, Allocation.of(placements, orders)));
    }
    return points;
  }

  private void writeSnapshots(DataOutputStream out) throws IOException {
    out.writeInt(snapshots.size());
    for (Snapshot snapshot : snapshots) {
      out.writeUTF(snapshot.source());
      out.writeInt(snapshot.generation());
      out.writeInt(snapshot.losses().size());
      for (Losses losses : snapshot.losses()) {
        write(out, losses);
      }
    }
  }

  private void readSnapshots(DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      String source = in.readUTF();
      int generation = in.readInt();
      List<Losses> losses = new ArrayList<>();
      for (int points = in.readInt(); points > 0; points--) {
        losses.add(readLosses(in));
      }
      snapshots.add(new Snapshot(source, generation, losses));
    }
  }

  private static void write(DataOutputStream out, Losses losses) throws IOException {
    out.writeDouble(losses.first());
    out.writeDouble(losses.second());
  }

  private static Losses readLosses(DataInputStream in) throws IOException {
    return new Losses(in.readDouble(), in.readDouble());
  }
}
