package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The execution times on one machine type, as a policy is to see them: approximate if it wants them
 * so. All machines of the type share them.
 */
final class TypeTimes {
  private final int pStates;
  private final long step;

  /** By {@link #cell}; null where the task type cannot run. */
  private final @Nullable Pmf[] times;

  /** By {@link #cell}; made when first asked for. */
  private final @Nullable LatticeTable[] tables;

  /** Latest time of all, in ticks. */
  final long longest;

  /** Greatest step of all, in ticks. */
  final long coarsest;

  private final boolean certain;
  private final boolean positive;

  TypeTimes(HcSystem system, MachineType type, Approximation approximation) {
    this.pStates = type.pStates().size();
    this.times = new Pmf[system.taskTypes().size() * pStates];
    this.tables = new LatticeTable[times.length];
    long latest = 0;
    long coarsest = 0;
    long base = 0;
    for (int cell = 0; cell < times.length; cell++) {
      Pmf exact = system.pet().find(cell / pStates, type.id(), cell % pStates).orElse(null);
      if (exact != null) {
        Pmf time = approximation.execution(exact);
        times[cell] = time;
        latest = Math.max(latest, time.latest());
        coarsest = Math.max(coarsest, time.step());
        base = Pmf.divisor(time.step(), base);
      }
    }
    this.longest = latest;
    this.coarsest = Math.max(1, coarsest);
    this.step = Math.max(1, base);
    this.positive = Arrays.stream(times).allMatch(time -> time == null || time.earliest() > 0);
    this.certain = Arrays.stream(times).allMatch(time -> time == null || time.isCertain());
  }

  /** The times of all machine types of a system, by type. */
  static TypeTimes[] of(HcSystem system, Approximation approximation) {
    return system.machineTypes().stream()
        .map(type -> new TypeTimes(system, type, approximation))
        .toArray(TypeTimes[]::new);
  }

  /** The step in ticks of which those of all times are multiples. */
  long step() {
    return step;
  }

  /** Whether completion times behind so many tasks all have the one step that all times have. */
  boolean keepStep(int tasks) {
    return step == coarsest && CompletionTimes.stepOf(step, tasks * longest) == step;
  }

  /** Steps in a time. */
  double steps(long ticks) {
    return ticks / (double) step;
  }

  /** Whether all of them are. */
  boolean areCertain() {
    return certain;
  }

  /** Whether each of them takes some time. */
  boolean arePositive() {
    return positive;
  }

  int pStates() {
    return pStates;
  }

  /** Index of a task type in a P-state, among {@link #cells}. */
  int cell(int taskType, int pState) {
    return taskType * pStates + pState;
  }

  /** Number of task types times number of P-states. */
  int cells() {
    return times.length;
  }

  boolean canRun(int taskType) {
    return times[cell(taskType, 0)] != null;
  }

  /** The execution time of a task type in a P-state; null where it cannot run. */
  @Nullable Pmf find(int taskType, int pState) {
    return times[cell(taskType, pState)];
  }

  /** Look-ups of the execution time of a task type in a P-state, where it can run. */
  LatticeTable table(int taskType, int pState) {
    int cell = cell(taskType, pState);
    LatticeTable table = tables[cell];
    if (table == null) {
      Pmf time = times[cell];
      if (time == null) {
        throw new IllegalArgumentException("task type " + taskType + " cannot run here");
      }
      table = new LatticeTable(time, step);
      tables[cell] = table;
    }
    return table;
  }
}
