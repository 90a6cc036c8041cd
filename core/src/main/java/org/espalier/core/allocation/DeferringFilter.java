package org.espalier.core.allocation;

import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.rules.DeferringRule;

/**
 * Defers: refuses pairs whose chance of success is at or below the threshold of a rule (THESIS 4.2,
 * JOURNAL 5.3).
 *
 * @param rule gives the threshold of a task
 */
public record DeferringFilter(DeferringRule rule) implements PairFilter {
  /** The name of all filters of this kind. */
  public static final String REASON = "deferring";

  @Override
  public String reason() {
    return REASON;
  }

  @Override
  public boolean admits(MappingState state, Candidate candidate, int placement) {
    return state.chanceOfSuccess(candidate, placement) > rule.threshold(candidate.task());
  }

  @Override
  public Basis basis(MappingState state, Candidate candidate, int placement) {
    double chance = state.chanceOfSuccess(candidate, placement);
    return new Basis("chance of success", chance, rule.threshold(candidate.task()));
  }

  @Override
  public boolean mayAdmit(MappingState state, Candidate candidate) {
    return state.chanceMayExceed(candidate, rule.threshold(candidate.task()));
  }
}
