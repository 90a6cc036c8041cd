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
 * When the machines of a trial fail and are repaired, or are off, if their types say so. Failures
 * are a function of the seed, the trial, the machine type and the place of the machine among those
 * of its type, the same for every policy. At time 0 as many have failed, in the mean, as at any
 * other time.
 */
final class Outages {
  /** Sets its random numbers apart from those of execution times. */
  private static final long FAILURE_SEEDS = 0x6A09E667F3BCC909L;

  private final HcSystem system;
  private final Trial.Failures drawn;

  /** By machine: what tells it from the others of a type, whatever the number of those is. */
  private final int[] keys;

  /** By machine, how many numbers were drawn. */
  private final int[] draws;

  private final MachineTimes next;
  private final boolean[] isAway;

  /** By machine, since when it is away and executes nothing. */
  private final long[] awaySince;

  private final List<TrialOutcome.Away> away = new ArrayList<>();

  /** Those of a trial, at its beginning. */
  Outages(HcSystem system, Trial.Failures drawn) {
    int machines = system.machines().size();
    this.system = system;
    this.drawn = drawn;
    this.keys = new int[machines];
    this.draws = new int[machines];
    this.next = new MachineTimes(machines);
    this.isAway = new boolean[machines];
    this.awaySince = new long[machines];
    int[] places = new int[system.machineTypes().size()];
    for (Machine machine : system.machines()) {
      int type = machine.type().id();
      keys[machine.id()] = places[type]++ * places.length + type;
      awaySince[machine.id()] = TimeSpan.NEVER;
      machine.type().failures().ifPresent(often -> begin(machine.id(), often));
      machine
          .type()
          .off()
          .ifPresent(off -> {
            boolean isOff = off.isAt(machine.name(), 0, system.tick());
            next.set(machine.id(), isOff ? 0 : off.nextChange(machine.name(), 0, system.tick()));
          });
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

  /** When a machine goes or comes back next, in ticks; {@link TimeSpan#NEVER} if none does. */
  long next() {
    return next.earliest();
  }

  /** The first machine from an index on that changes at a time, or -1. */
  int next(int from, long now) {
    return next.next(from, now);
  }

  /** Whether what a machine that changes executes is lost. */
  boolean fails(int machine) {
    return !isAway[machine] && type(machine).mayFail();
  }

  /**
   * A machine goes, or comes back; says whether it is away from now on.
   *
   * @param isBusy whether it executes a task, which it ends
   */
  boolean change(int machine, long now, boolean isBusy) {
    boolean was = isAway[machine];
    String name = system.machines().get(machine).name();
    Duration tick = system.tick();
    isAway[machine] = type(machine).off().map(off -> off.isAt(name, now, tick)).orElse(!was);
    if (isAway[machine] && !was) {
      awaySince[machine] = isBusy ? TimeSpan.NEVER : now;
    } else if (!isAway[machine] && awaySince[machine] != TimeSpan.NEVER) {
      away.add(new TrialOutcome.Away(machine, awaySince[machine], now));
      awaySince[machine] = TimeSpan.NEVER;
    }
    type(machine).failures().ifPresent(often -> next.set(machine, after(machine, now, often)));
    type(machine).off().ifPresent(off -> next.set(machine, off.nextChange(name, now, tick)));
    return isAway[machine];
  }

  /** A machine has ended what it executed. */
  void freed(int machine, long now) {
    if (isAway[machine]) {
      awaySince[machine] = now;
    }
  }

  private MachineType type(int machine) {
    return system.machines().get(machine).type();
  }

  private long after(int machine, long now, MachineType.Failures often) {
    Duration mean = isAway[machine] ? often.mttr() : often.mtbf();
    double ticks = mean.toNanos() / (double) system.tick().toNanos();
    return now + Math.max(1, Math.round(-ticks * Math.log1p(-uniform(machine))));
  }

  /** Whether any machine is away. */
  boolean isAnyAway() {
    for (boolean each : isAway) {
      if (each) {
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
