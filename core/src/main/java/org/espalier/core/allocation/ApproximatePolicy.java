package org.espalier.core.allocation;

/** A policy that is shown approximate PMFs. */
final class ApproximatePolicy extends ForwardingPolicy {
  private final Approximation approximation;

  ApproximatePolicy(AllocationPolicy policy, Approximation approximation) {
    super(policy);
    this.approximation = approximation;
  }

  @Override
  public Approximation approximation() {
    return approximation;
  }
}
