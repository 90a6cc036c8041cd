package org.espalier.core.allocation;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;

/** The placements of a system, to be looked up where it is done often. */
final class Placements {
  private final List<Placement> placements;
  private final int[] machines;
  private final int[][] machinesOfTypes;

  Placements(HcSystem system) {
    this.placements = system.placements();
    this.machines = placements.stream().mapToInt(Placement::machine).toArray();
    this.machinesOfTypes =
        system.machineTypes().stream().map(type -> ofType(system, type)).toArray(int[][]::new);
  }

  private static int[] ofType(HcSystem system, MachineType type) {
    return system.machines().stream()
        .filter(machine -> machine.type().equals(type))
        .mapToInt(Machine::id)
        .toArray();
  }

  int size() {
    return machines.length;
  }

  List<Placement> asList() {
    return placements;
  }

  Placement get(int id) {
    return placements.get(id);
  }

  /** Index of the machine of each placement; not to be changed. */
  int[] machines() {
    return machines;
  }

  /** By machine type, the indices of its machines; not to be changed. */
  int[][] machinesOfTypes() {
    return machinesOfTypes;
  }
}
