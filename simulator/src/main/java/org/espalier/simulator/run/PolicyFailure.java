package org.espalier.simulator.run;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.espalier.simulator.study.Scenario;

/**
 * A policy that failed in a trial.
 *
 * @param policy name of the policy
 * @param label name of the scenario
 * @param trial number of the trial
 * @param reason why: what it threw, or what its decisions were refused with
 * @param stackTrace where
 */
public record PolicyFailure(
    String policy, String label, int trial, String reason, String stackTrace) {

  static PolicyFailure of(Scenario scenario, int trial, Throwable cause) {
    StringWriter stackTrace = new StringWriter();
    cause.printStackTrace(new PrintWriter(stackTrace, true));
    return new PolicyFailure(
        scenario.policy(),
        scenario.label(),
        trial,
        cause.getMessage() == null ? cause.toString() : cause.getMessage(),
        stackTrace.toString());
  }

  /** The failure in one sentence. */
  @Override
  public String toString() {
    return "policy %s failed in scenario %s, trial %s: %s".formatted(policy, label, trial, reason);
  }
}
