package org.espalier.workload.system;

import org.espalier.core.model.MachineType;

/**
 * The power of machines that have one P-state, as its rated power and shares of it (JOURNAL 9.7).
 *
 * @param watts rated power of one machine; 0 when not given
 * @param activeShare share of it that the machine draws while it executes, 0 to 1
 * @param idleShare share of it that the machine draws while it does not, at most the active one
 */
public record RatedPower(double watts, double activeShare, double idleShare) {
  /** What the source takes for all machines. */
  public static final double DEFAULT_ACTIVE_SHARE = 0.7;

  /** What the source takes for all machines. */
  public static final double DEFAULT_IDLE_SHARE = 0.25;

  public RatedPower {
    if (!(0 <= idleShare && idleShare <= activeShare && activeShare <= 1)) {
      throw new IllegalArgumentException(
          "a machine draws %s of its rated power when idle, %s when active; expected 0 <= idle <= active <= 1"
              .formatted(idleShare, activeShare));
    }
  }

  /** A machine type with one P-state that draws this. */
  public MachineType machineType(int id, String name, double pricePerHour) {
    return new MachineType(id, name, pricePerHour, idleShare * watts, activeShare * watts);
  }
}
