package org.espalier.service.scheduling;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;

/**
 * The energy that the machines use while the service runs. It is what a task of its type draws in
 * its P-state while they execute it, and the idle power of their type while they do not. Used by
 * one thread.
 */
final class EnergyAccount {
  /** How long it may stay unsaved while other things are saved, and while nothing else is. */
  private static final double UNSAVED_SECONDS = 1;

  private static final double LONGEST_UNSAVED_SECONDS = 60;

  private final ResourceManager manager;
  private final double tickSeconds;

  /** By machine, what it draws, and since when. */
  private final double[] watts;

  private final long[] drawn;
  private double counted;
  private long since;
  private long saved;

  /**
   * A meter that goes on from an earlier process.
   *
   * @param state what {@link #state} gave, empty at first
   * @param now from when on power is drawn
   */
  EnergyAccount(ResourceManager manager, String state, long now) {
    this.manager = manager;
    this.tickSeconds = manager.system().tickSeconds();
    this.watts = new double[manager.system().machines().size()];
    this.drawn = new long[watts.length];
    Arrays.fill(drawn, now);
    this.counted = state.isEmpty() ? 0 : Double.parseDouble(state);
    this.since = now;
    this.saved = now;
    lookAtAll(now);
  }

  /** Any machine may execute something else from now on. */
  void lookAtAll(long now) {
    advance(now, new ChangedMachines(watts.length));
  }

  /**
   * Counts what was used since this was last called.
   *
   * @param changed the machines that may have begun or ended something at this moment; their queues
   *     say what they use next
   */
  void advance(long now, ChangedMachines changed) {
    since = now;
    changed.take(m -> {
      counted += uncounted(m);
      drawn[m] = now;
      watts[m] = watts(m);
    });
  }

  /** What a machine used since it was last counted, in joules. */
  private double uncounted(int machine) {
    return (since - drawn[machine]) * tickSeconds * watts[machine];
  }

  private double watts(int machine) {
    HcSystem system = manager.system();
    MachineQueue queue = manager.queue(machine);
    return queue.isBusy()
        ? system.activeWatts(queue.task(0).type(), queue.placement(0))
        : system.machines().get(machine).type().idleWatts();
  }

  /** Energy used so far; empty where nothing is known of the power of any machine. */
  OptionalDouble joules() {
    return manager.system().isPowered() ? OptionalDouble.of(used()) : OptionalDouble.empty();
  }

  private double used() {
    double joules = counted;
    for (int m = 0; m < watts.length; m++) {
      joules += uncounted(m);
    }
    return joules;
  }

  /**
   * Whether it is to be saved. That is soon where other things are saved too, and late where
   * nothing else is, so that idle machines are counted.
   */
  boolean isToBeSaved(boolean withOthers) {
    double longest = withOthers ? UNSAVED_SECONDS : LONGEST_UNSAVED_SECONDS;
    return (since - saved) * tickSeconds >= longest
        && (withOthers || Arrays.stream(watts).anyMatch(power -> power > 0));
  }

  /** To be saved, and read by the next process. */
  String state() {
    saved = since;
    return Double.toString(used());
  }
}
