package org.espalier.simulator.experiment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.registry.Need;

/** Whether a system and its workloads have what policies need. */
final class Needs {
  private Needs() {}

  /** Names of the needs that are not met. */
  static List<String> missing(Collection<Need> needs, HcSystem system) {
    List<String> missing = new ArrayList<>();
    for (Need need : needs.stream().sorted().toList()) {
      boolean met =
          switch (need) {
            case PET, DEADLINES -> true; // every system has the one, every task the other
            case HOMOGENEOUS -> isHomogeneous(system);
          };
      if (!met) {
        missing.add(need.label());
      }
    }
    return missing;
  }

  /** Whether all machines take the same times, be they of one type or of types that are equal. */
  private static boolean isHomogeneous(HcSystem system) {
    int first = system.machines().getFirst().type().id();
    return system.machines().stream()
        .allMatch(machine -> sameTimes(system.pet(), first, machine.type().id()));
  }

  private static boolean sameTimes(PetMatrix pet, int one, int other) {
    for (int type = 0; type < pet.taskTypes(); type++) {
      if (!pet.find(type, one).equals(pet.find(type, other))) {
        return false;
      }
    }
    return true;
  }
}
