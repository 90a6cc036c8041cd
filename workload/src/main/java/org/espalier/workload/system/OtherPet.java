package org.espalier.workload.system;

import java.nio.file.Path;

/**
 * A PET that takes the place of the one of a system: the same machines, prices and power, for other
 * task types or execution times.
 *
 * @param file a .etc file, whose columns are the machine types in their order, or a PET in CSV
 */
public record OtherPet(Path file) implements OtherTimes {}
