package org.espalier.workload.pet;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A PET made from execution-time samples, with what there was to make it from.
 *
 * @param table the PET
 * @param cells what was measured, [taskType][machineType]; empty where nothing was
 */
public record MeasuredPet(PetTable table, List<List<Optional<Cell>>> cells) {
  public MeasuredPet {
    Objects.requireNonNull(table, "table");
    cells = cells.stream().map(List::copyOf).toList();
  }

  /**
   * The samples of one cell.
   *
   * @param samples how many there are
   * @param leastSeconds the shortest
   * @param greatestSeconds the longest
   */
  public record Cell(int samples, double leastSeconds, double greatestSeconds) {}
}
