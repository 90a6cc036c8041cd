package org.espalier.core.allocation;

import java.util.List;
import java.util.Optional;

/** A policy that is shown approximate PMFs. */
record ApproximatePolicy(AllocationPolicy policy, Approximation approximation)
    implements AllocationPolicy {
  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    return policy.decide(event);
  }

  @Override
  public Optional<AllocationPolicy> copy() {
    return policy.copy();
  }

  @Override
  public Optional<Oversubscription> oversubscription() {
    return policy.oversubscription();
  }
}
