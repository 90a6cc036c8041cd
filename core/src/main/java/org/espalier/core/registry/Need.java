package org.espalier.core.registry;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;

/**
 * What a policy needs of the system it decides for; where it is missing the policy is refused.
 *
 * <p>Needs are judged before a policy decides anything, on the system as it is described: what a
 * live service learns of execution times later changes nothing. No workload is asked. Every task
 * has a deadline and a utility function, so that none could lack them, and a live service has no
 * workload when it begins.
 */
public enum Need {
  /** The PET matrix. */
  PET("execution-time distributions (PET)", "give execution times"),
  /** Deadlines. */
  DEADLINES("deadlines", "give deadlines"),
  /** The power of machines. */
  POWER(
      "power of machines",
      "give each machine type power in each P-state or rated_power, or name a power file in the"
          + " system"),
  /** All machines of one type, or of types that take the same times. */
  HOMOGENEOUS("machines of a single type", "choose another system");

  private final String label;
  private final String remedy;

  Need(String label, String remedy) {
    this.label = label;
    this.remedy = remedy;
  }

  /** Name in messages and listings. */
  public String label() {
    return label;
  }

  /** What to do where it is missing. */
  public String remedy() {
    return remedy;
  }

  /** Whether a system has it. Every system has a PET, and every task a deadline. */
  public boolean isMetBy(HcSystem system) {
    return switch (this) {
      case PET, DEADLINES -> true;
      case POWER -> allArePowered(system);
      case HOMOGENEOUS -> isHomogeneous(system);
    };
  }

  private static boolean allArePowered(HcSystem system) {
    return system.apc().isPresent()
        || system.machineTypes().stream().allMatch(MachineType::isPowered);
  }

  private static boolean isHomogeneous(HcSystem system) {
    int first = system.machines().getFirst().type().id();
    return system.machines().stream()
        .allMatch(machine -> system.pet().areEqual(first, machine.type().id()));
  }
}
