package org.espalier.analysis.study;

/** How a front is searched for. */
public enum FrontMethod {
  /** By prices, or by linear programming where the first objective is the makespan. */
  SWEEP,
  /** By the genetic algorithm of the source alone. */
  NSGA2,
  /** By the sweep, whose front the genetic algorithm then begins with. */
  BOTH;

  public boolean sweeps() {
    return this != NSGA2;
  }

  public boolean evolves() {
    return this != SWEEP;
  }
}
