package org.espalier.core.allocation;

import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
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
  final Machine machine;
  final AllocationRules rules;
  final int capacity;
  final long step;

  /** Latest time of all execution times on the machine, in ticks. */
  final long longestExecution;

  private final boolean available;
  private final List<Placement> placements;

  /** By {@link #cell}; null where the task type cannot run. */
  private final @Nullable Pmf[] executionTimes;

  /** Asked for every pair, so kept apart from the list. */
  private final int pStates;

  private final int firstPlacement;
  private long compositions;

  /**
   * That of a machine that takes tasks.
   *
   * @param placements those on the machine, by P-state
   */
  MachineProfile(
      HcSystem system,
      Machine machine,
      List<Placement> placements,
      AllocationRules rules,
      Approximation approximation) {
    this(system, machine, placements, rules, approximation, true);
  }

  private MachineProfile(
      HcSystem system,
      Machine machine,
      List<Placement> placements,
      AllocationRules rules,
      Approximation approximation,
      boolean available) {
    this.machine = machine;
    this.placements = placements;
    this.pStates = placements.size();
    this.firstPlacement = placements.getFirst().id();
    this.available = available;
    this.rules = rules;
    this.capacity = rules.management().capacity();
    this.step = approximation.step(system.pet().step());
    this.executionTimes = new Pmf[system.taskTypes().size() * pStates];
    for (int cell = 0; cell < executionTimes.length; cell++) {
      int taskType = cell / pStates;
      int pState = cell % pStates;
      Optional<Pmf> time = system.pet().find(taskType, machine.type().id(), pState);
      executionTimes[cell] = time.map(approximation::execution).orElse(null);
    }
    this.longestExecution = longest(executionTimes);
  }

  /** The same machine in a system that has changed; no version of its queue is used again. */
  MachineProfile changed(HcSystem system, Approximation other, boolean takesTasks) {
    MachineProfile profile =
        new MachineProfile(system, machine, placements, rules, other, takesTasks);
    profile.compositions = compositions;
    return profile;
  }

  private static long longest(@Nullable Pmf[] executionTimes) {
    long longest = 0;
    for (Pmf time : executionTimes) {
      longest = Math.max(longest, time == null ? 0 : time.latest());
    }
    return longest;
  }

  /** Whether the machine takes tasks. */
  boolean isAvailable() {
    return available;
  }

  /** Whether tasks of the type can run on the machine, and it takes tasks. */
  boolean canRun(int taskType) {
    return available && executionTimes[cell(taskType, 0)] != null;
  }

  /** Index of a task type in a P-state, among {@link #cells}. */
  int cell(int taskType, int pState) {
    return taskType * pStates + pState;
  }

  /** Number of task types times number of P-states. */
  int cells() {
    return executionTimes.length;
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
    return pStates;
  }

  /** Approximate if the policy is. */
  Pmf executionTime(int taskType, int pState) {
    Pmf pmf = executionTimes[cell(taskType, pState)];
    if (pmf == null) {
      throw new IllegalArgumentException(
          "task type %d cannot run on machine %s; ask canRun first"
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
