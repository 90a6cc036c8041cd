package org.espalier.core.energy;

import java.util.List;
import java.util.Objects;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;

/**
 * What the machines of a system drew over some time: the power of its P-state while a machine
 * executed a task, whatever became of the task, and its idle power for the rest of the time.
 *
 * @param activeTicks by placement, for how long it executed
 * @param onTicks for how long all machines were on, in ticks
 */
public record EnergyUse(HcSystem system, List<Long> activeTicks, long onTicks) {
  public EnergyUse {
    Objects.requireNonNull(system, "system");
    activeTicks = List.copyOf(activeTicks);
    int placements = system.machines().stream().mapToInt(EnergyUse::pStates).sum();
    if (activeTicks.size() != placements) {
      throw new IllegalArgumentException(
          "active times of %d placements are given; system %s has %d"
              .formatted(activeTicks.size(), system.name(), placements));
    }
  }

  /** The energy of all machines, in joules. */
  public double joules() {
    double joules = 0;
    int first = 0;
    for (Machine machine : system.machines()) {
      joules += joules(machine, first);
      first += pStates(machine);
    }
    return joules;
  }

  private double joules(Machine machine, int firstPlacement) {
    double active = 0;
    long busy = 0;
    for (int p = 0; p < pStates(machine); p++) {
      long ticks = activeTicks.get(firstPlacement + p);
      active += seconds(ticks) * machine.type().activeWatts(p);
      busy += ticks;
    }
    double idle = seconds(onTicks) - seconds(busy);
    return active + idle * machine.type().idleWatts();
  }

  /** The energy that a placement took for the tasks it executed, in joules. */
  public double activeJoules(Placement placement) {
    MachineType type = system.machines().get(placement.machine()).type();
    return seconds(activeTicks.get(placement.id())) * type.activeWatts(placement.pState());
  }

  /** The energy that the machines took while they were idle, in joules. */
  public double idleJoules() {
    double joules = 0;
    int first = 0;
    for (Machine machine : system.machines()) {
      long busy = 0;
      for (int p = 0; p < pStates(machine); p++) {
        busy += activeTicks.get(first++);
      }
      joules += seconds(onTicks - busy) * machine.type().idleWatts();
    }
    return joules;
  }

  private double seconds(long ticks) {
    return ticks * system.tickSeconds();
  }

  private static int pStates(Machine machine) {
    return machine.type().pStates().size();
  }
}
