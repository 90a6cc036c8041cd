package org.espalier.core.allocation;

import java.util.Arrays;

/**
 * Defers: refuses pairs whose chance of success is at or below the threshold of a rule (THESIS 4.2,
 * JOURNAL 5.3). One serves one session and what is tried from it.
 */
public final class DeferringFilter implements PairFilter {
  /** The name of all filters of this kind. */
  public static final String REASON = "deferring";

  private static final long NONE = Long.MIN_VALUE;

  private final DeferringRule rule;

  /**
   * By task type, the latest deadline of a candidate that was passed over: none of that type with a
   * sooner one has a better chance anywhere, until a machine opens.
   */
  private long[] deadlines = {};

  /** Their thresholds. */
  private double[] thresholds = {};

  private long stamp = PlacementIndex.NEVER;

  /**
   * A filter.
   *
   * @param rule gives the threshold of a task
   */
  public DeferringFilter(DeferringRule rule) {
    this.rule = rule;
  }

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
    long opened = session.search().index().stamp();
    if (opened != stamp) {
      stamp = opened;
      forget(session.system().taskTypes().size());
    }
    int type = candidate.task().type();
    long deadline = candidate.task().deadline();
    double threshold = rule.threshold(candidate.task());
    if (deadline <= deadlines[type] && threshold >= thresholds[type]) {
      return false;
    }
    boolean may = candidate.chanceCeiling.mayBeAbove(threshold, session, candidate);
    if (!may && deadline > deadlines[type]) {
      deadlines[type] = deadline;
      thresholds[type] = threshold;
    }
    return may;
  }

  private void forget(int taskTypes) {
    if (deadlines.length < taskTypes) {
      deadlines = new long[taskTypes];
      thresholds = new double[taskTypes];
    }
    Arrays.fill(deadlines, NONE);
  }
}
