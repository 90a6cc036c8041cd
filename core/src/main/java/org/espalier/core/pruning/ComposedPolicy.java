package org.espalier.core.pruning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.budget.EnergyBudget;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.heuristic.MappingHeuristic;

/** A mapping heuristic with a pruner around it, within a budget of energy. */
public final class ComposedPolicy implements AllocationPolicy {
  private final String name;
  private final Pruner pruner;
  private final MappingHeuristic heuristic;
  private final EnergyBudget budget;
  private final SharePrices shares;
  private int mappable;
  private long evaluations;

  /** A policy of its parts, without a budget. */
  public ComposedPolicy(String name, Pruner pruner, MappingHeuristic heuristic) {
    this(
        name,
        pruner,
        heuristic,
        new EnergyBudget(EnergySettings.NONE, 0),
        new SharePrices(SharesByType.NONE, false, false));
  }

  /** A policy of its parts. */
  public ComposedPolicy(
      String name,
      Pruner pruner,
      MappingHeuristic heuristic,
      EnergyBudget budget,
      SharePrices shares) {
    this.name = name;
    this.pruner = pruner;
    this.heuristic = heuristic;
    this.budget = budget;
    this.shares = shares;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    MappingSession session = new MappingSession(event);
    shares.begin(session);
    budget.begin(session);
    pruner.prune(session);
    mappable = session.open().size();
    evaluations = heuristic.evaluations(mappable, session.machines());
    budget.map(session, state -> shares.map(state, heuristic));
    return session.decisions();
  }

  @Override
  public long evaluations() {
    return evaluations;
  }

  @Override
  public OptionalInt mappable() {
    return OptionalInt.of(mappable);
  }

  @Override
  public int postponed() {
    return budget.postponed();
  }

  @Override
  public OptionalLong askAgainAt() {
    OptionalLong period = budget.nextPeriod();
    OptionalLong mapping = heuristic.askAgainAt();
    return LongStream.concat(period.stream(), mapping.stream()).min();
  }

  @Override
  public Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    return heuristic.price(session, candidate, machine);
  }

  @Override
  public Optional<EnergyStanding> energy() {
    return budget.standing();
  }

  @Override
  public Map<String, Double> sharePrices() {
    return shares.prices();
  }

  @Override
  public void goOnFrom(SpentEnergy spent) {
    budget.goOnFrom(spent);
  }

  @Override
  public Optional<Oversubscription> oversubscription() {
    return Optional.of(pruner.oversubscription());
  }
}
