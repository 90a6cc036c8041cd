package org.espalier.simulator.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TimeSpan;

/**
 * When the machines of a trial fail and are repaired, if their types say how often. It is a
 * function of the seed, the trial, the machine type and the place of the machine among those of its
 * type, the same for every policy. At time 0 as many are away, in the mean, as at any other time.
 */
final class Outages {
  /** Sets its random numbers apart from those of execution times. */
  private static final long FAILURE_SEEDS = 0x6A09E667F3BCC909L;

  private final HcSystem system;
  private final Trial.FailureSeed drawn;

  /** By machine: what tells it from the others of a type, whatever the number of those is. */
  private final int[] keys;

  /** By machine, how many numbers were drawn. */
  private final int[] draws;

  private final MachineTimes next;
  private final long[] awaySince;
  private final List<TrialOutcome.Away> away = new ArrayList<>();

  /** Those of a trial, at its beginning. */
  Outages(HcSystem system, Trial.FailureSeed drawn) {
    int machines = system.machines().size();
    this.system = system;
    this.drawn = drawn;
    this.keys = new int[machines];
    this.draws = new int[machines];
    this.next = new MachineTimes(machines);
    this.awaySince = new long[machines];
    int[] places = new int[system.machineTypes().size()];
    for (Machine machine : system.machines()) {
      int type = machine.type().id();
      keys[machine.id()] = places[type]++ * places.length + type;
      awaySince[machine.id()] = TimeSpan.NEVER;
      machine.type().failures().ifPresent(often -> begin(machine.id(), often));
    }
  }

  /** Exponential times have no memory, so that what is left at time 0 is as long as the whole. */
  private void begin(int machine, MachineType.Failures often) {
    boolean isThere = uniform(machine) < often.available();
    next.set(machine, isThere ? after(machine, 0, often) : 0);
  }

  private double uniform(int machine) {
    int draw = draws[machine]++;
    return UnitStream.of(drawn.seed() + FAILURE_SEEDS, drawn.trial(), draw, keys[machine]);
  }

  /** When a machine fails or is repaired next, in ticks; {@link TimeSpan#NEVER} if none does. */
  long next() {
    return next.earliest();
  }

  /** The first machine from an index on that changes at a time, or -1. */
  int next(int from, long now) {
    return next.next(from, now);
  }

  /** A machine fails, or is repaired; says whether it is away from now on. */
  boolean change(int machine, long now) {
    boolean fails = awaySince[machine] == TimeSpan.NEVER;
    if (fails) {
      awaySince[machine] = now;
    } else {
      away.add(new TrialOutcome.Away(machine, awaySince[machine], now));
      awaySince[machine] = TimeSpan.NEVER;
    }
    system
        .machines()
        .get(machine)
        .type()
        .failures()
        .ifPresent(often -> next.set(machine, after(machine, now, often)));
    return fails;
  }

  private long after(int machine, long now, MachineType.Failures often) {
    Duration mean = awaySince[machine] == TimeSpan.NEVER ? often.mtbf() : often.mttr();
    double ticks = mean.toNanos() / (double) system.tick().toNanos();
    return now + Math.max(1, Math.round(-ticks * Math.log1p(-uniform(machine))));
  }

  /** Whether any machine is away. */
  boolean isAnyAway() {
    for (long since : awaySince) {
      if (since != TimeSpan.NEVER) {
        return true;
      }
    }
    return false;
  }

  /** When machines have been away so far. */
  List<TrialOutcome.Away> away() {
    List<TrialOutcome.Away> all = new ArrayList<>(away);
    for (int machine = 0; machine < awaySince.length; machine++) {
      if (awaySince[machine] != TimeSpan.NEVER) {
        all.add(new TrialOutcome.Away(machine, awaySince[machine], TimeSpan.NEVER));
      }
    }
    return all;
  }
}
