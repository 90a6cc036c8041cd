package org.espalier.simulator.bound;

import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * Execution times drawn from a PET matrix by one random number per task. A task that is long for
 * its type on one machine is as long for its type on all others.
 *
 * <p>A policy that cannot see the future and starts each task once at most gets as many tasks on
 * time in the mean by these times as by those of {@link CounterStream}, where each machine type has
 * a number of its own: it only ever meets one of a task's times, and that one has the same
 * distribution. To those who know the times beforehand it makes a difference: with many numbers
 * they choose for each task the machine on which it happens to be short. So what they reach by one
 * number is a bound for policies, in the mean, and a lower one.
 *
 * @param pet the distributions that execution times are drawn from
 */
public record OneNumberTimes(long seed, int trial, PetMatrix pet) implements ExecutionTimes {
  @Override
  public long of(Task task, Machine machine, int pState) {
    double number = UnitStream.of(seed, trial, task.id(), 0);
    return pet.get(task.type(), machine.type().id(), pState).quantile(number);
  }
}
