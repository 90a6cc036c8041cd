package org.espalier.core.allocation;

/**
 * How the decisions of an approximate policy compare with exact ones, over the mapping events that
 * were decided both ways.
 *
 * @param decisions tasks that were assigned, dropped, evicted or discarded in one way or the other
 * @param differing those of them for which not the same was decided: another machine, or something
 *     in one way only
 */
public record DecisionSample(int decisions, int differing) {
  /** Nothing was decided both ways. */
  public static final DecisionSample NONE = new DecisionSample(0, 0);
}
