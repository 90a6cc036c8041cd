package org.espalier.simulator.engine;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/**
 * What became of every task of a trial.
 *
 * @param departures in order; one for each task that left
 * @param waiting the other tasks that arrived, in order of arrival: they were waiting when the
 *     trial ended
 * @param events the mapping events, in order
 * @param endTime when the last task left, in ticks
 * @param away when machines were away, as they had failed or were off
 * @param boots when machines booted, that had been off
 * @param lost executions of tasks that were lost and mapped again, as departures
 */
public record TrialOutcome(
    List<Departure> departures,
    List<Task> waiting,
    List<HeldEvent> events,
    long endTime,
    List<Away> away,
    List<Away> boots,
    List<Departure> lost) {
  /**
   * A machine was away, or booted.
   *
   * @param from when it failed, or went off and had ended what it executed, in ticks
   * @param until when it was back; {@link TimeSpan#NEVER} if it was not by the end
   */
  public record Away(int machine, long from, long until) {}

  /** That of a trial in which all machines were there all the time. */
  public TrialOutcome(
      List<Departure> departures, List<Task> waiting, List<HeldEvent> events, long endTime) {
    this(departures, waiting, events, endTime, List.of(), List.of(), List.of());
  }

  /** Number of mapping events. */
  public int mappingEvents() {
    return events.size();
  }

  /** All tasks that arrived, as they were asked for. */
  public Stream<Task> tasks() {
    return Stream.concat(
        departures.stream().map(departure -> departure.task().asked()), waiting.stream());
  }

  /** When the first task arrived, in ticks; {@link Long#MAX_VALUE} if none did. */
  public long firstArrival() {
    return tasks().mapToLong(Task::arrival).min().orElse(Long.MAX_VALUE);
  }

  /** Number of tasks with a fate. */
  public int count(Fate fate) {
    return (int) departures.stream().filter(departure -> departure.fate() == fate).count();
  }

  /** The departures in a span of time, in order; an execution ends where its last tick lies. */
  public List<Departure> departures(TimeSpan span) {
    return departures.stream().filter(departure -> isIn(span, departure)).toList();
  }

  private static boolean isIn(TimeSpan span, Departure departure) {
    return departure.start() == Departure.NOT_STARTED
        ? span.contains(departure.time())
        : span.containsEndOf(departure.start(), departure.time());
  }

  /** All executions: what left after it had started, and what was lost and mapped again. */
  public Stream<Departure> executions() {
    return Stream.concat(
        departures.stream().filter(each -> each.start() != Departure.NOT_STARTED), lost.stream());
  }

  /** By placement of a system, the time in a span that it was executing, in ticks. */
  public List<Long> activeTicks(HcSystem system, TimeSpan span) {
    long[] ticks = new long[system.placements().size()];
    executions()
        .forEach(ran -> ticks[ran.placement().id()] += span.ticksOf(ran.start(), ran.time()));
    return LongStream.of(ticks).boxed().toList();
  }
}
