package org.espalier.workload.system;

import java.nio.file.Path;
import java.util.List;

/** Execution times that take the place of the PET of a system. */
public sealed interface OtherTimes permits OtherPet, MeasuredTimes {
  /** The file that they come from. */
  Path file();

  /** All files that they are made of. */
  default List<Path> files() {
    return List.of(file());
  }
}
