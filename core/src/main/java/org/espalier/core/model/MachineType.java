package org.espalier.core.model;

import java.util.Objects;

/**
 * A machine type: machines of one type execute a task type with the same distribution of times.
 *
 * @param id dense index, 0 for the first type of a system
 * @param name what users call it, unique in its system
 * @param pricePerHour what an hour of one such machine costs, in the user's currency; 0 when not
 *     given
 * @param ratedPowerWatts rated power of one such machine in watts; 0 when not given
 */
public record MachineType(int id, String name, double pricePerHour, double ratedPowerWatts) {
  public MachineType {
    Checks.id(id, "machine type");
    Objects.requireNonNull(name, "name");
    Checks.notNegative(pricePerHour, "pricePerHour of machine type " + name);
    Checks.notNegative(ratedPowerWatts, "ratedPowerWatts of machine type " + name);
  }

  /** A machine type without price or power. */
  public MachineType(int id, String name) {
    this(id, name, 0, 0);
  }
}
