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
 * What the states of one machine's queue share: its execution times, its rules and the numbers of
 * its compositions.
 *
 * @param placements those on the machine, by P-state
 * @param times those of its type
 * @param isAvailable whether the machine takes tasks
 * @param stopTimes how long what is stopped takes until it is gone
 * @param clearing what is being stopped, if anything
 */
record MachineProfile(
    Machine machine,
    List<Placement> placements,
    AllocationRules rules,
    TypeTimes times,
    boolean isAvailable,
    StopTimes stopTimes,
    @Nullable Clearing clearing,
    Composition compositions) {
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

  /** The profile of a machine that takes tasks. */
  MachineProfile(
      Machine machine, List<Placement> placements, AllocationRules rules, TypeTimes times) {
    this(machine, placements, rules, times, true, StopTimes.NONE, null, new Composition());
  }

  /** The same machine where something has changed; no version of its queue is used again. */
  MachineProfile changed(TypeTimes others, boolean takesTasks) {
    return with(others, takesTasks, stopTimes, clearing);
  }

  private MachineProfile with(
      TypeTimes others, boolean takesTasks, StopTimes stops, @Nullable Clearing stopping) {
    return new MachineProfile(
        machine, placements, rules, others, takesTasks, stops, stopping, compositions);
  }

  /** The same where what is stopped takes other times. */
  MachineProfile stoppingIn(StopTimes others) {
    return with(times, isAvailable, others, clearing);
  }

  /** The same where a task is being stopped since a time. */
  MachineProfile clearingSince(long since, @Nullable RunningTask last) {
    Clearing begun = new Clearing(since, stopTimes, runsOn() ? last : null);
    return with(times, isAvailable, stopTimes, begun);
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
    return with(times, isAvailable, stopTimes, null);
  }

  /** How many tasks its queue holds, the running one among them. */
  int capacity() {
    return rules.management().capacity();
  }

  /** Whether tasks of the type can run on the machine, and it takes tasks. */
  boolean canRun(int taskType) {
    return isAvailable && times.canRun(taskType);
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
}
