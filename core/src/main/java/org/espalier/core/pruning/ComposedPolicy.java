package org.espalier.core.pruning;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.core.heuristic.MappingHeuristic;

/** A mapping heuristic with a pruner around it. */
public final class ComposedPolicy implements AllocationPolicy {
  private final String name;
  private final Pruner pruner;
  private final MappingHeuristic heuristic;

  /** A policy of its parts. */
  public ComposedPolicy(String name, Pruner pruner, MappingHeuristic heuristic) {
    this.name = name;
    this.pruner = pruner;
    this.heuristic = heuristic;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    MappingSession session = event.session();
    pruner.prune(session);
    heuristic.map(session);
    return session.decisions();
  }

  @Override
  public Optional<AllocationPolicy> copy() {
    return Optional.of(new ComposedPolicy(name, pruner.copy(), heuristic.copy()));
  }

  @Override
  public Optional<Oversubscription> oversubscription() {
    return Optional.of(pruner.oversubscription());
  }
}
