package org.espalier.service.scheduling;

import java.util.OptionalDouble;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.energy.EnergyAccount;
import org.espalier.core.model.Machine;

/**
 * The energy that the machines use while the service runs: the power of the P-state in which they
 * execute a task, and the idle power of their type while they do not. Used by one thread.
 */
final class EnergyMeter {
  private static final double NANOS = 1e-9;
  private static final double LONGEST_UNSAVED_SECONDS = 60;

  private final ResourceManager manager;
  private final EnergyAccount account;
  private final double tickSeconds;
  private final double before;
  private long since;
  private long saved;

  /**
   * A meter that goes on from an earlier process.
   *
   * @param state what {@link #state} gave, empty at first
   * @param now from when on power is drawn
   */
  EnergyMeter(ResourceManager manager, String state, long now) {
    this.manager = manager;
    this.account = new EnergyAccount(manager.system(), now);
    this.tickSeconds = manager.system().tick().toNanos() * NANOS;
    this.before = state.isEmpty() ? 0 : Double.parseDouble(state);
    this.saved = now;
    advance(now);
  }

  /** Counts what was used since this was last called; the queues now say what is used next. */
  void advance(long now) {
    since = now;
    account.advance(now);
    for (Machine machine : manager.system().machines()) {
      MachineQueue queue = manager.queue(machine.id());
      if (queue.isBusy()) {
        account.executes(now, queue.placement(0));
      } else {
        account.idles(now, machine.id());
      }
    }
  }

  /** Energy used so far; empty where no machine type has a power. */
  OptionalDouble joules() {
    return account.total().isKnown() ? OptionalDouble.of(used()) : OptionalDouble.empty();
  }

  private double used() {
    return before + account.total().joules();
  }

  /** Whether it is to be saved although nothing else is, so that idle machines are counted too. */
  boolean isLongUnsaved() {
    return account.watts() > 0 && (since - saved) * tickSeconds >= LONGEST_UNSAVED_SECONDS;
  }

  /** To be saved, and read by the next process. */
  String state() {
    saved = since;
    return Double.toString(used());
  }
}
