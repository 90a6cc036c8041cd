package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.scaling.FailureTimes;

/**
 * When the machines of a trial fail and are repaired, are off and boot, if their types say so. It
 * is the same for every policy.
 */
final class Outages {
  private final HcSystem system;
  private final FailureTimes drawn;
  private final MachineTimes next;
  private final BitSet changed = new BitSet();
  private final boolean[] isAway;

  /** By machine, whether it is in repair, or its type is off: it cannot be switched on. */
  private final boolean[] isHeld;

  /** By machine, since when it is away and executes nothing. */
  private final long[] awaySince;

  /** By machine, since when it boots. */
  private final long[] bootSince;

  private final List<TrialOutcome.Away> away = new ArrayList<>();
  private final List<TrialOutcome.Away> boots = new ArrayList<>();

  /** Those of a trial, at its beginning. */
  Outages(HcSystem system, Trial.Failures drawn) {
    int machines = system.machines().size();
    this.system = system;
    this.drawn = new FailureTimes(system, drawn.seed(), drawn.trial());
    this.next = new MachineTimes(machines);
    this.isAway = new boolean[machines];
    this.isHeld = new boolean[machines];
    this.awaySince = new long[machines];
    this.bootSince = new long[machines];
    for (Machine machine : system.machines()) {
      awaySince[machine.id()] = TimeSpan.NEVER;
      bootSince[machine.id()] = TimeSpan.NEVER;
      machine
          .type()
          .failures()
          .ifPresent(often -> next.set(machine.id(), this.drawn.first(machine.id(), often)));
      machine
          .type()
          .off()
          .ifPresent(off -> {
            boolean isOff = off.isAt(machine.name(), 0, system.tick());
            next.set(machine.id(), isOff ? 0 : off.nextChange(machine.name(), 0, system.tick()));
          });
    }
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

  /** Whether a machine is there, neither away nor booting. */
  boolean isThere(int machine) {
    return !isAway[machine] && bootSince[machine] == TimeSpan.NEVER;
  }

  /** Whether a machine is there, or boots. */
  boolean isOn(int machine) {
    return !isAway[machine];
  }

  /** Whether a machine is in repair or off by its timetable, and cannot be switched on. */
  boolean isHeld(int machine) {
    return isHeld[machine];
  }

  /** The machines that went or came since they were taken last, and those freed that are away. */
  BitSet takeChanged() {
    BitSet taken = (BitSet) changed.clone();
    changed.clear();
    return taken;
  }

  /**
   * When a machine will be there, as all can know; {@link TimeSpan#NEVER} if nobody can, and before
   * time 0 if it is there.
   */
  long back(int machine, long now) {
    if (isThere(machine)) {
      return -1;
    }
    if (!isAway[machine]) {
      return bootSince[machine] + bootTicks(machine);
    }
    return type(machine).off().orElse(null) instanceof DailyOff off && !isScaled(machine)
        ? off.nextChange("", now, system.tick()) + bootTicks(machine)
        : TimeSpan.NEVER;
  }

  private long bootTicks(int machine) {
    return type(machine).boot().time().dividedBy(system.tick());
  }

  /**
   * A machine goes, comes back or has booted.
   *
   * @param isBusy whether it executes a task, which it ends
   */
  void change(int machine, long now, boolean isBusy) {
    String name = system.machines().get(machine).name();
    boolean hasBooted = bootSince[machine] != TimeSpan.NEVER && back(machine, now) == now;
    if (hasBooted) {
      endBoot(machine, now);
    }
    isHeld[machine] =
        type(machine)
            .off()
            .map(off -> off.isAt(name, now, system.tick()))
            .orElse(type(machine).failures().isPresent() && !hasBooted && !isHeld[machine]);
    if (isHeld[machine]) {
      goAway(machine, now, isBusy);
    } else if (isAway[machine] && !isScaled(machine)) {
      comeBack(machine, now);
    }
    plan(machine, now);
  }

  /** Finds when a machine changes next; one that is switched off does not fail. */
  private void plan(int machine, long now) {
    boolean boots = bootSince[machine] != TimeSpan.NEVER;
    boolean cannotFail = isScaled(machine) && !isHeld[machine] && !isThere(machine);
    Optional<Long> fails =
        type(machine)
            .failures()
            .filter(_ -> !cannotFail)
            .map(often -> drawn.next(machine, now, often, isHeld[machine]));
    Optional<Long> changes =
        type(machine)
            .off()
            .map(off -> off.nextChange(system.machines().get(machine).name(), now, system.tick()));
    long other = fails.or(() -> changes).orElse(TimeSpan.NEVER);
    next.set(machine, boots ? Math.min(other, back(machine, now)) : other);
  }

  private boolean isScaled(int machine) {
    return type(machine).scale().isPresent();
  }

  /** Switches a machine off that executes nothing, if it is on. */
  void switchOff(int machine, long now) {
    if (!isAway[machine]) {
      goAway(machine, now, false);
      plan(machine, now);
    }
  }

  /** Switches a machine on that is off and not held. */
  void switchOn(int machine, long now) {
    comeBack(machine, now);
    plan(machine, now);
  }

  /** A machine goes, if it is not away; what it executes is ended first. */
  private void goAway(int machine, long now, boolean isBusy) {
    if (!isAway[machine]) {
      endBoot(machine, now);
      changed.set(machine);
      isAway[machine] = true;
      awaySince[machine] = isBusy ? TimeSpan.NEVER : now;
    }
  }

  /** A machine that is away comes back, at once or after it has booted. */
  private void comeBack(int machine, long now) {
    isAway[machine] = false;
    changed.set(machine);
    if (awaySince[machine] != TimeSpan.NEVER) {
      away.add(new TrialOutcome.Away(machine, awaySince[machine], now));
      awaySince[machine] = TimeSpan.NEVER;
      if (isScaled(machine) || !type(machine).mayFail()) {
        bootSince[machine] = now;
        if (bootTicks(machine) == 0) {
          endBoot(machine, now);
        }
      }
    }
  }

  private void endBoot(int machine, long now) {
    if (bootSince[machine] != TimeSpan.NEVER) {
      boots.add(new TrialOutcome.Away(machine, bootSince[machine], now));
      bootSince[machine] = TimeSpan.NEVER;
      changed.set(machine);
    }
  }

  /** A machine has ended what it executed. */
  void freed(int machine, long now) {
    if (isAway[machine]) {
      awaySince[machine] = now;
      changed.set(machine);
    }
  }

  private MachineType type(int machine) {
    return system.machines().get(machine).type();
  }

  /** Whether any machine will be there that is not. */
  boolean isAnyToCome() {
    for (int machine = 0; machine < isAway.length; machine++) {
      if (!isThere(machine) && (isOn(machine) || isHeld[machine])) {
        return true;
      }
    }
    return false;
  }

  /** When machines have been away so far. */
  List<TrialOutcome.Away> away() {
    return withOpen(away, awaySince);
  }

  /** When machines have booted so far. */
  List<TrialOutcome.Away> boots() {
    return withOpen(boots, bootSince);
  }

  private static List<TrialOutcome.Away> withOpen(List<TrialOutcome.Away> over, long... since) {
    List<TrialOutcome.Away> all = new ArrayList<>(over);
    for (int machine = 0; machine < since.length; machine++) {
      if (since[machine] != TimeSpan.NEVER) {
        all.add(new TrialOutcome.Away(machine, since[machine], TimeSpan.NEVER));
      }
    }
    return all;
  }
}
