package org.espalier.core.allocation;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * What the states of one machine's queue share: its execution times, its rules, a version count,
 * and the deadlines in the batch queue of its resource manager.
 */
final class MachineProfile {
  final Machine machine;
  final AllocationRules rules;
  final int capacity;
  final long step;
  final BatchDeadlines batchDeadlines;

  /** Latest time of all execution times on the machine, in ticks. */
  final long longestExecution;

  private final boolean available;
  private final @Nullable Pmf[] executionTimes;
  private long compositions;

  MachineProfile(
      HcSystem system,
      Machine machine,
      AllocationRules rules,
      Approximation approximation,
      BatchDeadlines batchDeadlines) {
    this(system, machine, rules, approximation, batchDeadlines, true);
  }

  private MachineProfile(
      HcSystem system,
      Machine machine,
      AllocationRules rules,
      Approximation approximation,
      BatchDeadlines batchDeadlines,
      boolean available) {
    this.machine = machine;
    this.batchDeadlines = batchDeadlines;
    this.available = available;
    this.rules = rules;
    this.capacity = rules.management().capacity();
    this.step = approximation.step(system.pet().step());
    this.executionTimes = new Pmf[system.taskTypes().size()];
    for (int type = 0; type < executionTimes.length; type++) {
      Optional<Pmf> cell = system.pet().find(type, machine.type().id(), 0);
      executionTimes[type] = cell.map(approximation::execution).orElse(null);
    }
    this.longestExecution = longest(executionTimes);
  }

  /** The same machine in a system that has changed; no version of its queue is used again. */
  MachineProfile changed(HcSystem system, Approximation other, boolean takesTasks) {
    MachineProfile profile =
        new MachineProfile(system, machine, rules, other, batchDeadlines, takesTasks);
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

  boolean canRun(int taskType) {
    return available && executionTimes[taskType] != null;
  }

  /** Approximate if the policy is. */
  Pmf executionTime(int taskType) {
    Pmf pmf = executionTimes[taskType];
    if (pmf == null) {
      throw new IllegalArgumentException(
          "task type %d cannot run on machine %s; ask canRun first"
              .formatted(taskType, machine.name()));
    }
    return pmf;
  }

  int taskTypes() {
    return executionTimes.length;
  }

  DroppingScope scope() {
    return rules.scope();
  }

  /** A number no other composition of this machine's queue has had, never 0. */
  long nextComposition() {
    return ++compositions;
  }
}
