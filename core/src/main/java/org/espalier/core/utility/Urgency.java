package org.espalier.core.utility;

import org.espalier.core.model.HcSystem;

/** How fast a task loses its worth (DISSERTATION 2.2.2, appendix B). */
public enum Urgency {
  EXTREME(0.6, 0.8),
  HIGH(0.2, 0.9),
  MEDIUM(0.1, 1),
  LOW(0.01, 1.1);

  private final double decayPerMinute;
  private final double firstIntervalShare;

  Urgency(double decayPerMinute, double firstIntervalShare) {
    this.decayPerMinute = decayPerMinute;
    this.firstIntervalShare = firstIntervalShare;
  }

  /** The rate rho of equation 1, per minute. */
  public double decayPerMinute() {
    return decayPerMinute;
  }

  /**
   * How long a task of a type in a system is worth what it is at first, in minutes. That is a share
   * of its mean execution time in P-state 0 over the machine types that can run it (DISSERTATION
   * appendix B).
   */
  public double firstIntervalMinutes(HcSystem system, int taskType) {
    return firstIntervalShare
        * system.pet().meanOverMachineTypes(taskType)
        / Minutes.ticks(system.tick());
  }
}
