package org.espalier.simulator.engine;

import java.util.List;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;

/**
 * What machines draw, from their states over time as a journal tells them: a machine draws the power
 * of what it was started with until that leaves, and its idle power else.
 */
final class MachineEnergy {
  private final HcSystem system;
  private final TimeSpan span;
  private final double[] watts;
  private final long[] since;
  private double joules;

  private MachineEnergy(HcSystem system, TimeSpan span) {
    this.system = system;
    this.span = span;
    this.watts = new double[system.machines().size()];
    this.since = new long[watts.length];
  }

  /** What all machines draw in a span of time, on for all of it, in joules. */
  static double joules(HcSystem system, List<Journal.Entry> entries, TimeSpan span) {
    MachineEnergy energy = new MachineEnergy(system, span);
    system.machines().forEach(machine -> energy.watts[machine.id()] = machine.type().idleWatts());
    entries.forEach(energy::hear);
    system.machines().forEach(machine -> energy.draw(machine.id(), span.end(), 0));
    return energy.joules;
  }

  private void hear(Journal.Entry entry) {
    switch (entry) {
      case Journal.Started e ->
          draw(e.machine(), e.time(), system.activeWatts(e.task().type(), e.placement()));
      case Journal.Left e when e.departure().start() != Departure.NOT_STARTED -> {
        int machine = e.departure().machine();
        draw(machine, e.time(), system.machines().get(machine).type().idleWatts());
      }
      default -> {}
    }
  }

  /** A machine drew what it drew up to a time, and draws something else from then on. */
  private void draw(int machine, long time, double next) {
    long from = Math.max(since[machine], span.start());
    long ticks = Math.min(time, span.end()) - from;
    joules += Math.max(0, ticks) * system.tickSeconds() * watts[machine];
    watts[machine] = next;
    since[machine] = Math.max(time, since[machine]);
  }
}
