package org.espalier.testkit;

import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * A small system, a small workload and what its tasks really take.
 *
 * @param actualTimes what tasks really take, in ticks
 */
public record TinyTrial(HcSystem system, Workload workload, ActualTimes actualTimes) {
  /** A trial whose tasks take times drawn from the system's PET matrix. */
  public static TinyTrial drawn(HcSystem system, Workload workload, long seed) {
    return new TinyTrial(
        system, workload, (task, machine, pState) -> draw(system, task, machine, pState, seed));
  }

  private static long draw(HcSystem system, Task task, Machine machine, int pState, long seed) {
    long cell = seed * 1_000_003 + task.id() * 1_009L + machine.id();
    double level = new SplittableRandom(cell).nextDouble();
    return system.pet().get(task.type(), machine.type().id(), pState).quantile(level);
  }
}
