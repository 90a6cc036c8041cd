package org.espalier.core.registry;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;

/**
 * A policy that passes everything on to another one, for those that look at what a policy does or
 * change one thing of it.
 */
public abstract class ForwardingPolicy implements AllocationPolicy {
  private final AllocationPolicy policy;

  /** Passes on to a policy. */
  protected ForwardingPolicy(AllocationPolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
  }

  /** A policy that decides with approximate PMFs, if the approximation is on. */
  public static AllocationPolicy showing(Approximation approximation, AllocationPolicy policy) {
    if (!approximation.on()) {
      return policy;
    }
    return new ForwardingPolicy(policy) {
      @Override
      public Approximation approximation() {
        return approximation;
      }
    };
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    return policy.decide(event);
  }

  @Override
  public long evaluations() {
    return policy.evaluations();
  }

  @Override
  public OptionalInt mappable() {
    return policy.mappable();
  }

  @Override
  public int postponed() {
    return policy.postponed();
  }

  @Override
  public Approximation approximation() {
    return policy.approximation();
  }

  @Override
  public OptionalLong askAgainAt() {
    return policy.askAgainAt();
  }

  @Override
  public Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    return policy.price(session, candidate, machine);
  }

  @Override
  public Optional<EnergyStanding> energy() {
    return policy.energy();
  }

  @Override
  public Map<String, Double> sharePrices() {
    return policy.sharePrices();
  }

  @Override
  public void goOnFrom(SpentEnergy spent) {
    policy.goOnFrom(spent);
  }

  @Override
  public Optional<Oversubscription> oversubscription() {
    return policy.oversubscription();
  }
}
