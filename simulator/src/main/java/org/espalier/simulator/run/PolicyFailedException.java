package org.espalier.simulator.run;

import java.util.List;
import java.util.stream.Collectors;

/** Policies took decisions that cannot be applied, or threw; the experiment was stopped. */
public final class PolicyFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<PolicyFailure> failures;

  public PolicyFailedException(List<PolicyFailure> failures) {
    super(failures.stream().map(PolicyFailure::toString).collect(Collectors.joining("\n")));
    this.failures = List.copyOf(failures);
  }

  /** The failures, the first of each policy. */
  public List<PolicyFailure> failures() {
    return failures;
  }
}
