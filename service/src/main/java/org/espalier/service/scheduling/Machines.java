package org.espalier.service.scheduling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.service.live.Run;

/** The machines of a system by their names, which tasks are kept with. */
final class Machines {
  private final List<Placement> placements;
  private final Map<String, Machine> byName = new HashMap<>();
  private final int[] firstPlacement;

  Machines(HcSystem system) {
    this.placements = system.placements();
    this.firstPlacement = new int[system.machines().size()];
    int first = 0;
    for (Machine machine : system.machines()) {
      byName.put(machine.name(), machine);
      firstPlacement[machine.id()] = first;
      first += machine.type().pStates().size();
    }
  }

  Optional<Machine> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The placement of a run; empty if its machine, or its P-state there, is not configured. */
  Optional<Placement> placement(Run run) {
    return find(run.machine())
        .filter(machine -> run.pState() < machine.type().pStates().size())
        .map(machine -> placements.get(firstPlacement[machine.id()] + run.pState()));
  }
}
