package org.espalier.simulator.engine;

import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;

/**
 * Execution times drawn from a PET matrix by a counter-based stream. A time is a function of (seed,
 * trial, task, machine type, P-state) alone, so every policy meets the same times whatever it does
 * before. A task that is long for its type in one P-state is as long in the others: they share one
 * number.
 *
 * <p>The time is the smallest t with P(E &lt;= t) above a uniform number ({@link UnitStream}).
 *
 * @param pet the distributions that execution times are drawn from
 */
public record CounterStream(long seed, int trial, PetMatrix pet) implements ExecutionTimes {
  @Override
  public long of(Task task, Machine machine, int pState) {
    int type = machine.type().id();
    return pet.get(task.type(), type, pState).quantile(UnitStream.of(seed, trial, task.id(), type));
  }

  @Override
  public boolean keepTo(PetMatrix other) {
    return pet.equals(other);
  }
}
