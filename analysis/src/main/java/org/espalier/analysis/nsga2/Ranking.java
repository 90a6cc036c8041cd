package org.espalier.analysis.nsga2;

/** What the rank of a chromosome is; DISSERTATION 5.4.4 defines it twice. */
public enum Ranking {
  /** The number of its front in non-dominated sorting. */
  FRONTS,
  /** One more than the number of chromosomes that dominate it. */
  DOMINATORS
}
