package org.espalier.core.allocation;

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
  public boolean admits(MappingSession session, Candidate candidate, int placement) {
    return session.chanceOfSuccess(candidate, placement) > rule.threshold(candidate.task());
  }

  @Override
  public Basis basis(MappingSession session, Candidate candidate, int placement) {
    double chance = session.chanceOfSuccess(candidate, placement);
    return new Basis("chance of success", chance, rule.threshold(candidate.task()));
  }

  @Override
  public boolean mayAdmit(MappingSession session, Candidate candidate) {
    double threshold = rule.threshold(candidate.task());
    return candidate.chanceCeiling.mayBeAbove(threshold, session, candidate);
  }
}
