package org.espalier.workload.system;

import java.nio.file.Path;

/** Execution times that take the place of the PET of a system. */
public sealed interface OtherTimes permits OtherPet, MeasuredTimes {
  /** The file that they come from. */
  Path file();
}
