package org.espalier.simulator.run;

/**
 * A policy that failed in a trial.
 *
 * @param policy name of the policy
 * @param scenario index of the scenario
 * @param label name of the scenario
 * @param trial number of the trial
 * @param cause what it threw, or what its decisions were refused with
 */
public record PolicyFailure(String policy, int scenario, String label, int trial, Throwable cause) {

  /** The failure in one sentence. */
  @Override
  public String toString() {
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return "policy %s failed in scenario %s, trial %d: %s".formatted(policy, label, trial, reason);
  }
}
