package org.espalier.service.scheduling;

import java.util.OptionalDouble;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;

/**
 * The energy that the machines use while the service runs: shares of the rated power of their
 * types, one while they execute a task and a smaller one while they do not. Used by one thread.
 */
final class EnergyMeter {
  private static final double NANOS = 1e-9;
  private static final double LONGEST_UNSAVED_SECONDS = 60;

  private final ResourceManager manager;
  private final HcSystem system;
  private final double tickSeconds;
  private double joules;
  private double watts;
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
    this.system = manager.system();
    this.tickSeconds = system.tick().toNanos() * NANOS;
    this.joules = state.isEmpty() ? 0 : Double.parseDouble(state);
    this.since = now;
    this.saved = now;
    this.watts = power();
  }

  /** Counts what was used since this was last called; the queues now say what is used next. */
  void advance(long now) {
    joules += watts * (now - since) * tickSeconds;
    since = now;
    watts = power();
  }

  private double power() {
    double sum = 0;
    for (Machine machine : system.machines()) {
      MachineType type = machine.type();
      boolean busy = manager.queue(machine.id()).isBusy();
      sum += busy ? type.activeWatts(0) : type.idleWatts();
    }
    return sum;
  }

  /** Energy used so far; empty where no machine type has a power. */
  OptionalDouble joules() {
    boolean known = system.machineTypes().stream().anyMatch(MachineType::isPowered);
    return known ? OptionalDouble.of(joules) : OptionalDouble.empty();
  }

  /** Whether it is to be saved although nothing else is, so that idle machines are counted too. */
  boolean isLongUnsaved() {
    return watts > 0 && (since - saved) * tickSeconds >= LONGEST_UNSAVED_SECONDS;
  }

  /** To be saved, and read by the next process. */
  String state() {
    saved = since;
    return Double.toString(joules);
  }
}
