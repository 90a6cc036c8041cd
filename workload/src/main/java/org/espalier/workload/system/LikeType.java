package org.espalier.workload.system;

/**
 * What a machine type that is like another has from it.
 *
 * @param other name of the machine type that has a column in the PET
 * @param factor by which the times there are multiplied: 2 is half as fast
 */
record LikeType(String other, double factor) {
  /** Machines of a type that is like this one, by a factor of its own. */
  LikeType times(double more) {
    return new LikeType(other, factor * more);
  }
}
