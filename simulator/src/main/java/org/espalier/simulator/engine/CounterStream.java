package org.espalier.simulator.engine;

import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;

/**
 * Execution times drawn from a PET matrix by a counter-based stream: what a task takes on a machine
 * type in a P-state is a function of (seed, trial, task, machine type, P-state) alone, so that
 * every policy meets the same times whatever it does before. A task that is long for its type in
 * one P-state is as long in the others: they share one number.
 *
 * <p>The uniform number is the SplitMix64 finaliser applied in three rounds, and the time is the
 * smallest t with P(E &lt;= t) above it.
 */
public final class CounterStream implements ExecutionTimes {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private final long seed;
  private final int trial;
  private final PetMatrix pet;

  /**
   * The stream of one trial.
   *
   * @param pet the distributions that execution times are drawn from
   */
  public CounterStream(long seed, int trial, PetMatrix pet) {
    this.seed = seed;
    this.trial = trial;
    this.pet = pet;
  }

  @Override
  public long of(Task task, Machine machine, int pState) {
    int type = machine.type().id();
    return pet.get(task.type(), type, pState).quantile(uniform(seed, trial, task.id(), type));
  }

  /** The uniform number in [0, 1) of one cell. */
  public static double uniform(long seed, int trial, int task, int machineType) {
    long x = round(round(round(seed, trial), task), machineType);
    return (x >>> 11) * UNIT;
  }

  private static long round(long x, int value) {
    return mix(x + GOLDEN_GAMMA * (value + 1L));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
