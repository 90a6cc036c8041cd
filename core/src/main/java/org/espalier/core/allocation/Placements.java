package org.espalier.core.allocation;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;

/** The placements of a system, to be looked up where it is done often. */
final class Placements {
  private final List<Placement> placements;
  private final int[] machines;

  Placements(HcSystem system) {
    this.placements = system.placements();
    this.machines = placements.stream().mapToInt(Placement::machine).toArray();
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
}
