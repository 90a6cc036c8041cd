package org.espalier.analysis.run;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.workload.document.Problems;

/** The time of a search that runs: when it is to end, to tell how far it is, and to keep that. */
final class SearchWatch {
  private static final long FOREVER = Long.MAX_VALUE;
  private static final long NANOS_BETWEEN_REPORTS = 500_000_000L;

  private final ParetoStudy study;
  private final SearchSettings settings;
  private final long begin;
  private long partEnd;
  private long lastSave;
  private long lastReport;

  /** The watch of a search that begins now. */
  SearchWatch(ParetoStudy study, SearchSettings settings) {
    this.study = study;
    this.settings = settings;
    this.begin = now();
    beginPart(1);
    this.lastSave = begin;
    this.lastReport = begin;
  }

  private long now() {
    return settings.nanoClock().getAsLong();
  }

  /**
   * A part begins, which may take an equal share of the time that is left. What it leaves goes to
   * the others.
   *
   * @param parts how many are left, this one among them
   */
  void beginPart(int parts) {
    long used = now() - begin;
    partEnd =
        study
            .search()
            .limit()
            .map(limit -> used + (limit.toNanos() - used) / parts)
            .orElse(FOREVER);
  }

  /** Whether the user ends the search, or its share of the time the part that has begun. */
  boolean isOver() {
    return now() - begin >= partEnd || isStopped();
  }

  /** Whether the user ends it. */
  boolean isStopped() {
    return settings.stop().getAsBoolean();
  }

  ParetoProgress progress() {
    return settings.progress();
  }

  boolean isReportDue() {
    return now() - lastReport >= NANOS_BETWEEN_REPORTS;
  }

  boolean isSaveDue() {
    return now() - lastSave >= settings.betweenCheckpoints().toNanos();
  }

  boolean isAnythingDue() {
    return isReportDue() || isSaveDue();
  }

  /** Tells how far the part is that has begun, and how good the front is so far. */
  void report(long done, List<Losses> losses, Frontier frontier) {
    lastReport = now();
    double hypervolume = Indicators.hypervolume(losses, frontier.reference());
    OptionalDouble share =
        frontier.bound().map(bound -> bound.share(hypervolume)).orElse(OptionalDouble.empty());
    progress().reached(done, hypervolume, share);
  }

  /** What is kept of a part of a search that was stopped, by generation. */
  SortedMap<Integer, List<Allocation>> kept(int part) throws IOException {
    if (settings.checkpoint().isEmpty()) {
      return Collections.emptySortedMap();
    }
    Problems problems = new Problems();
    SortedMap<Integer, List<Allocation>> kept =
        settings.checkpoint().get().read(part, study.problem(), problems);
    problems.throwIfAny();
    return kept;
  }

  /** Keeps what there is of a part. */
  void save(int part, int generation, List<Allocation> allocations) throws IOException {
    if (settings.checkpoint().isPresent()) {
      Set<Integer> stay = Set.copyOf(study.search().snapshots());
      settings.checkpoint().get().write(part, generation, allocations, study.problem(), stay);
    }
    lastSave = now();
  }
}
