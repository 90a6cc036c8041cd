package org.espalier.core.scaling;

import java.time.Duration;
import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;

/**
 * When the machines of a system fail and are repaired, in ticks. That is a function of the seed,
 * the trial, the machine type and the place of the machine among those of its type, so that
 * policies meet the same failures. Each machine is asked for its times in their order.
 */
public final class FailureTimes {
  /** Sets its random numbers apart from those of execution times. */
  private static final long FAILURE_SEEDS = 0x6A09E667F3BCC909L;

  private final HcSystem system;
  private final long seed;
  private final int trial;

  /** By machine: what tells it from the others of a type, whatever the number of those is. */
  private final int[] keys;

  /** By machine, how many numbers were drawn. */
  private final int[] draws;

  /** Those of a trial, at its beginning. */
  public FailureTimes(HcSystem system, long seed, int trial) {
    this.system = system;
    this.seed = seed;
    this.trial = trial;
    this.keys = new int[system.machines().size()];
    this.draws = new int[keys.length];
    int[] places = new int[system.machineTypes().size()];
    for (Machine machine : system.machines()) {
      int type = machine.type().id();
      keys[machine.id()] = places[type]++ * places.length + type;
    }
  }

  /**
   * When a machine fails first; 0 if it has failed before. As many have, in the mean, as at any
   * other time. Exponential times have no memory, so that what is left is as long as the whole.
   */
  public long first(int machine, MachineType.Failures often) {
    return uniform(machine) < often.available() ? next(machine, 0, often, false) : 0;
  }

  /** When a machine fails or is repaired next, at least a tick after a time. */
  public long next(int machine, long now, MachineType.Failures often, boolean inRepair) {
    Duration mean = inRepair ? often.mttr() : often.mtbf();
    double ticks = mean.toNanos() / (double) system.tick().toNanos();
    return now + Math.max(1, Math.round(-ticks * Math.log1p(-uniform(machine))));
  }

  private double uniform(int machine) {
    return UnitStream.of(seed + FAILURE_SEEDS, trial, draws[machine]++, keys[machine]);
  }
}
