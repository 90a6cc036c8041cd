package org.espalier.core.allocation;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * What the states of one machine's queue share: its execution times, its rules, a version count.
 */
final class MachineProfile {
  final Machine machine;
  final AllocationRules rules;
  final long step;
  private final @Nullable Pmf[] executionTimes;
  private long compositions;

  MachineProfile(HcSystem system, Machine machine, AllocationRules rules) {
    this.machine = machine;
    this.rules = rules;
    this.step = system.pet().step();
    this.executionTimes = new Pmf[system.taskTypes().size()];
    for (int type = 0; type < executionTimes.length; type++) {
      Optional<Pmf> cell = system.pet().find(type, machine.type().id());
      executionTimes[type] = cell.orElse(null);
    }
  }

  boolean canRun(int taskType) {
    return executionTimes[taskType] != null;
  }

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
