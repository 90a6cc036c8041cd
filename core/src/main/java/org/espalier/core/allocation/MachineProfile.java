package org.espalier.core.allocation;

import java.util.List;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * What the states of one machine's queue share: its execution times, its rules and a count of
 * compositions.
 */
final class MachineProfile {
  /**
   * Says that the last task of a machine is being stopped and is not gone yet.
   *
   * @param since when it was told to stop, in ticks
   * @param times how long that takes
   * @param last the task, if it runs on to its end
   */
  record Clearing(long since, StopTimes times, @Nullable RunningTask last) {
    /** When the machine is expected to be free, in ticks; not before now. */
    long end(long now) {
      long usual = last == null ? since + times.usual() : (long) Math.ceil(last.end(now).mean());
      long most = since + times.most();
      return Math.max(now, now < usual ? Math.min(usual, most) : most);
    }
  }

  final Machine machine;
  final AllocationRules rules;
  final int capacity;
  private final boolean available;
  private final List<Placement> placements;
  private final TypeTimes times;
  private final StopTimes stopTimes;
  private final @Nullable Clearing clearing;

  /** Asked for every pair, so kept apart from the list. */
  private final int firstPlacement;

  private long compositions;

  /**
   * The profile of a machine that takes tasks.
   *
   * @param placements those on the machine, by P-state
   * @param times those of its type
   */
  MachineProfile(
      Machine machine, List<Placement> placements, AllocationRules rules, TypeTimes times) {
    this(machine, placements, rules, times, true, StopTimes.NONE, null);
  }

  private MachineProfile(
      Machine machine,
      List<Placement> placements,
      AllocationRules rules,
      TypeTimes times,
      boolean available,
      StopTimes stopTimes,
      @Nullable Clearing clearing) {
    this.machine = machine;
    this.placements = placements;
    this.firstPlacement = placements.getFirst().id();
    this.available = available;
    this.rules = rules;
    this.capacity = rules.management().capacity();
    this.times = times;
    this.stopTimes = stopTimes;
    this.clearing = clearing;
  }

  /** The same machine where something has changed; no version of its queue is used again. */
  MachineProfile changed(TypeTimes others, boolean takesTasks) {
    return with(others, takesTasks, stopTimes, clearing);
  }

  private MachineProfile with(
      TypeTimes others, boolean takesTasks, StopTimes stops, @Nullable Clearing stopping) {
    MachineProfile profile =
        new MachineProfile(machine, placements, rules, others, takesTasks, stops, stopping);
    profile.compositions = compositions;
    return profile;
  }

  /** The same where what is stopped takes other times. */
  MachineProfile stoppingIn(StopTimes others) {
    return with(times, available, others, clearing);
  }

  /** The same where a task is being stopped since a time, unless that takes no time. */
  MachineProfile clearingSince(long since, @Nullable RunningTask last) {
    return stopTimes.most() == 0 ? this : clearingUntilTold(since, last);
  }

  /** The same where a task is being stopped since a time, and its machine tells when it is gone. */
  MachineProfile clearingUntilTold(long since, @Nullable RunningTask last) {
    Clearing begun = new Clearing(since, stopTimes, runsOn() ? last : null);
    return with(times, available, stopTimes, begun);
  }

  /** Whether what is stopped runs on to its end, so that its machine is no sooner free. */
  boolean runsOn() {
    return stopTimes.runsOn();
  }

  /** By when a task must be done that is to be on time; the machine may go before its deadline. */
  long by(long deadline) {
    return stopTimes.by(deadline);
  }

  /** The same where what was stopped is gone. */
  MachineProfile cleared() {
    return with(times, available, stopTimes, null);
  }

  /** What is being stopped, if anything. */
  @Nullable Clearing clearing() {
    return clearing;
  }

  /** The execution times of its type. */
  TypeTimes times() {
    return times;
  }

  /** Whether the machine takes tasks. */
  boolean isAvailable() {
    return available;
  }

  /** Whether tasks of the type can run on the machine, and it takes tasks. */
  boolean canRun(int taskType) {
    return available && times.canRun(taskType);
  }

  /** Index of a task type in a P-state, among {@link #cells}. */
  int cell(int taskType, int pState) {
    return times.cell(taskType, pState);
  }

  /** Number of task types times number of P-states. */
  int cells() {
    return times.cells();
  }

  /** The placement on the machine in a P-state. */
  Placement placement(int pState) {
    return placements.get(pState);
  }

  /** Id of the placement in P-state 0. */
  int firstPlacement() {
    return firstPlacement;
  }

  /** Number of P-states. */
  int pStates() {
    return times.pStates();
  }

  /** Approximate if the policy is. */
  Pmf executionTime(int taskType, int pState) {
    Pmf pmf = times.find(taskType, pState);
    if (pmf == null) {
      throw new IllegalArgumentException(
          "task type %s cannot run on machine %s; ask canRun first"
              .formatted(taskType, machine.name()));
    }
    return pmf;
  }

  DroppingScope scope() {
    return rules.scope();
  }

  /** A number no other composition of this machine's queue has had, never 0. */
  long nextComposition() {
    return ++compositions;
  }
}
