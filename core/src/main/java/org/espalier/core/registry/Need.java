package org.espalier.core.registry;

/** What a policy needs to know of a system or workload; an experiment that lacks it is refused. */
public enum Need {
  /** The PET matrix. */
  PET("execution-time distributions (PET)"),
  /** Deadlines. */
  DEADLINES("deadlines"),
  /** All machines of one type. */
  HOMOGENEOUS("machines of a single type");

  private final String label;

  Need(String label) {
    this.label = label;
  }

  /** Name in messages and listings. */
  public String label() {
    return label;
  }
}
