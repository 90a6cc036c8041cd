package org.espalier.workload.heterogeneity;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.pet.ScaledPet;

/**
 * Systems like others but for their task-machine affinity. The execution times in P-state 0 change
 * as {@link AffinityLevel} says; those in other P-states keep their factor over it, and power stays
 * (DISSERTATION 3.5.3.2).
 */
public final class RetunedSystem {
  private RetunedSystem() {}

  /**
   * The system at a level of affinity, its times rounded to the lattice of its PET.
   *
   * @throws IllegalArgumentException if no machine type can run all task types, or one takes no
   *     time
   */
  public static HcSystem of(HcSystem system, AffinityLevel level) {
    PetMatrix pet = system.pet();
    EcsMatrix before = EcsMatrix.of(pet);
    EcsMatrix after = level.retuned(before);
    return system.withPet(
        pet.map((i, j, p) -> ScaledPet.of(pet.get(i, j, p), before.get(i, j) / after.get(i, j))));
  }
}
