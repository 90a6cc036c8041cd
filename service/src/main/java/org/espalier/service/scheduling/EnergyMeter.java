package org.espalier.service.scheduling;

import java.util.BitSet;
import java.util.OptionalDouble;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.energy.EnergyAccount;

/**
 * The energy that the machines use while the service runs: the power of the P-state in which they
 * execute a task, and the idle power of their type while they do not. Used by one thread.
 */
final class EnergyMeter {
  private static final double NANOS = 1e-9;

  /** How long it may stay unsaved while other things are saved, and while nothing else is. */
  private static final double UNSAVED_SECONDS = 1;

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
    lookAtAll(now);
  }

  /** Any machine may execute something else from now on. */
  void lookAtAll(long now) {
    BitSet all = new BitSet();
    all.set(0, manager.system().machines().size());
    advance(now, all);
  }

  /**
   * Counts what was used since this was last called.
   *
   * @param changed the machines that have begun or ended something at this moment; their queues say
   *     what they use next
   */
  void advance(long now, BitSet changed) {
    since = now;
    account.advance(now);
    for (int m = changed.nextSetBit(0); m >= 0; m = changed.nextSetBit(m + 1)) {
      MachineQueue queue = manager.queue(m);
      if (queue.isBusy()) {
        account.executes(now, queue.placement(0));
      } else {
        account.idles(now, m);
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

  /**
   * Whether it is to be saved: soon where other things are saved too, and at last where nothing
   * else is, so that idle machines are counted.
   */
  boolean isToBeSaved(boolean withOthers) {
    double longest = withOthers ? UNSAVED_SECONDS : LONGEST_UNSAVED_SECONDS;
    return (since - saved) * tickSeconds >= longest && (withOthers || account.watts() > 0);
  }

  /** To be saved, and read by the next process. */
  String state() {
    saved = since;
    return Double.toString(used());
  }
}
