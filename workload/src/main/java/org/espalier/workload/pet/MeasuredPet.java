package org.espalier.workload.pet;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A PET made from execution-time samples, with what there was to make it from.
 *
 * @param table the PET
 * @param cells what was measured, [taskType][machineType]; empty where nothing was
 * @param leftOut samples that were left out because their tasks ran beside others
 */
public record MeasuredPet(PetTable table, List<List<Optional<Cell>>> cells, long leftOut) {
  public MeasuredPet {
    Objects.requireNonNull(table, "table");
    cells = cells.stream().map(List::copyOf).toList();
  }

  /**
   * What one cell was made of, in all P-states.
   *
   * @param samples how many samples it has; 0 if those of another cell were scaled
   * @param leastSeconds the shortest time
   * @param greatestSeconds the longest time
   * @param meanSeconds the mean time, in P-state 0
   * @param scaledFrom the cell whose samples were scaled to its mean; empty if it has its own
   */
  public record Cell(
      int samples,
      double leastSeconds,
      double greatestSeconds,
      double meanSeconds,
      Optional<String> scaledFrom) {}
}
