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
 * @param activeShare share of the rated power that it draws while it executes, 0 to 1
 * @param idleShare share of the rated power that it draws while it does not, at most the active one
 */
public record MachineType(
    int id,
    String name,
    double pricePerHour,
    double ratedPowerWatts,
    double activeShare,
    double idleShare) {
  /** What the source takes for all machines (JOURNAL 9.7). */
  public static final double DEFAULT_ACTIVE_SHARE = 0.7;

  /** What the source takes for all machines (JOURNAL 9.7). */
  public static final double DEFAULT_IDLE_SHARE = 0.25;

  public MachineType {
    Checks.id(id, "machine type");
    Objects.requireNonNull(name, "name");
    Checks.notNegative(pricePerHour, "pricePerHour of machine type " + name);
    Checks.notNegative(ratedPowerWatts, "ratedPowerWatts of machine type " + name);
    if (!(0 <= idleShare && idleShare <= activeShare && activeShare <= 1)) {
      throw new IllegalArgumentException(
          "machine type %s draws %s of its rated power when idle, %s when active; expected 0 <= idle <= active <= 1"
              .formatted(name, idleShare, activeShare));
    }
  }

  /** A machine type with the shares of power of JOURNAL 9.7. */
  public MachineType(int id, String name, double pricePerHour, double ratedPowerWatts) {
    this(id, name, pricePerHour, ratedPowerWatts, DEFAULT_ACTIVE_SHARE, DEFAULT_IDLE_SHARE);
  }

  /** A machine type without price or power. */
  public MachineType(int id, String name) {
    this(id, name, 0, 0);
  }

  /** What one such machine draws while it executes, in watts. */
  public double activeWatts() {
    return activeShare * ratedPowerWatts;
  }

  /** What one such machine draws while it does not execute, in watts. */
  public double idleWatts() {
    return idleShare * ratedPowerWatts;
  }
}
