package org.espalier.simulator.engine;

import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;

/**
 * What machines draw, from their states over time as a journal tells them: a machine draws the
 * power of what it was started with until that leaves, and its idle power else.
 */
final class MachineEnergy {
  private final HcSystem system;
  private final TimeSpan span;
  private final double[] watts;
  private final long[] since;
  private final boolean[] idle;
  private double joules;
  private double idleJoules;

  private MachineEnergy(HcSystem system, TimeSpan span) {
    this.system = system;
    this.span = span;
    this.watts = new double[system.machines().size()];
    this.since = new long[watts.length];
    this.idle = new boolean[watts.length];
  }

  /** What all machines draw in a span of time, on for all of it, in joules. */
  static double joules(HcSystem system, List<Journal.Entry> entries, TimeSpan span) {
    return of(system, entries, span).joules;
  }

  /** What of it they draw while they are idle. */
  static double idleJoules(HcSystem system, List<Journal.Entry> entries, TimeSpan span) {
    return of(system, entries, span).idleJoules;
  }

  private static MachineEnergy of(HcSystem system, List<Journal.Entry> entries, TimeSpan span) {
    MachineEnergy energy = new MachineEnergy(system, span);
    system.machines().forEach(machine -> energy.idles(0, machine.id()));
    entries.forEach(energy::hear);
    system.machines().forEach(machine -> energy.draw(span.end(), machine.id()));
    return energy;
  }

  private void hear(Journal.Entry entry) {
    switch (entry) {
      case Journal.Started e -> {
        draw(e.time(), e.machine());
        idle[e.machine()] = false;
        watts[e.machine()] = system.activeWatts(e.task().type(), e.placement());
      }
      case Journal.Left e when e.departure().start() != Departure.NOT_STARTED ->
          idles(e.time(), e.departure().machine());
      default -> {}
    }
  }

  private void idles(long time, int machine) {
    draw(time, machine);
    idle[machine] = true;
    watts[machine] = system.machines().get(machine).type().idleWatts();
  }

  /** A machine drew up to a time what it drew. */
  private void draw(long time, int machine) {
    long from = Math.max(since[machine], span.start());
    long ticks = Math.max(0, Math.min(time, span.end()) - from);
    joules += ticks * system.tickSeconds() * watts[machine];
    idleJoules += idle[machine] ? ticks * system.tickSeconds() * watts[machine] : 0;
    since[machine] = Math.max(time, since[machine]);
  }
}
