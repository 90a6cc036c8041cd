package org.espalier.core.allocation;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * Whether a policy decides with approximate PMFs (JOURNAL 7.2.1), and how they are made.
 *
 * <p>Execution times are compacted once, to a lattice that is some times as coarse. Completion
 * times are sums of them, so that the tails of machine queues are as coarse without further ado. To
 * say what this does to decisions, some mapping events are decided with exact PMFs too, by a copy
 * of the policy; only the approximate decisions are carried out.
 *
 * @param on whether it is approximate at all
 * @param bucket lattice points of the PET that become one, at least 1
 * @param crop share of the mass at either end of an execution time that is moved inwards, in [0,
 *     0.5)
 * @param sampleEvery of how many mapping events one is decided with exact PMFs too; 0 for none
 */
public record Approximation(boolean on, int bucket, double crop, int sampleEvery) {
  /** Decisions with exact PMFs; the other components are the defaults for when it is on. */
  public static final Approximation OFF = new Approximation(false, 4, 0, 100);

  public Approximation {
    if (bucket < 1 || !(crop >= 0 && crop < 0.5) || sampleEvery < 0) {
      throw new IllegalArgumentException(
          ("approximation with buckets of %d points, crop %s, a sample every %d events; expected at"
                  + " least 1, [0, 0.5), and at least 0")
              .formatted(bucket, crop, sampleEvery));
    }
  }

  /** Whether some mapping events are decided twice. */
  boolean isSampled() {
    return on && sampleEvery > 0;
  }

  /** The system as an approximate policy is to believe it to be. */
  HcSystem of(HcSystem system) {
    return on ? system.withPet(compacted(system.pet())) : system;
  }

  private PetMatrix compacted(PetMatrix pet) {
    @Nullable Pmf[][] cells = new Pmf[pet.taskTypes()][pet.machineTypes()];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        if (pet.canRun(i, j)) {
          cells[i][j] = compacted(pet.get(i, j));
        }
      }
    }
    return PetMatrix.of(cells);
  }

  private Pmf compacted(Pmf cell) {
    return crop == 0
        ? cell.compacted(bucket, cell.earliest(), cell.latest())
        : cell.compacted(bucket, cell.quantile(crop), cell.quantile(1 - crop));
  }

  /** A policy that decides so. */
  public AllocationPolicy around(AllocationPolicy policy) {
    return on ? new ApproximatePolicy(policy, this) : policy;
  }
}
