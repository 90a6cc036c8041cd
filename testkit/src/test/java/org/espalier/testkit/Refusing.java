package org.espalier.testkit;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Pruner;

/** Refuses some tasks everywhere, and remembers which tasks it was asked about. */
final class Refusing implements PairFilter {
  private final Predicate<Task> refused;
  private final Set<Integer> asked = new HashSet<>();
  private final boolean mindsTypeOnly;
  private int questions;

  /** A filter that looks at each task by itself. */
  Refusing(Predicate<Task> refused) {
    this(refused, false);
  }

  private Refusing(Predicate<Task> refused, boolean mindsTypeOnly) {
    this.refused = refused;
    this.mindsTypeOnly = mindsTypeOnly;
  }

  /** One that refuses all tasks, and says that their type decides. */
  static Refusing allByType() {
    return new Refusing(task -> true, true);
  }

  /** A heuristic whose mapping events have this filter. */
  AllocationPolicy before(MappingHeuristic heuristic) {
    return new ComposedPolicy(
        "filtered",
        Pruner.none(),
        session -> {
          session.filterBy(this);
          heuristic.map(session);
        });
  }

  /** Tasks that it was asked about. */
  Set<Integer> asked() {
    return asked;
  }

  /** How often it was asked. */
  int questions() {
    return questions;
  }

  @Override
  public String reason() {
    return "refusing";
  }

  @Override
  public boolean admits(MappingState state, Candidate candidate, int placement) {
    asked.add(candidate.task().id());
    questions++;
    return !refused.test(candidate.task());
  }

  @Override
  public boolean mindsTypeOnly() {
    return mindsTypeOnly;
  }

  @Override
  public Basis basis(MappingState state, Candidate candidate, int placement) {
    return Basis.of("refusing", 0);
  }
}
