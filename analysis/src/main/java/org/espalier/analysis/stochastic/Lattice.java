package org.espalier.analysis.stochastic;

/** Instants and steps of a lattice. */
final class Lattice {
  /** How far a number of steps may be from a whole one to be taken as it. */
  private static final double ROUNDING = 1e-9;

  private Lattice() {}

  /** The whole number of steps that are over. */
  static double floor(double steps) {
    double nearest = Math.rint(steps);
    return Math.abs(steps - nearest) <= ROUNDING * Math.max(1, Math.abs(steps))
        ? nearest
        : Math.floor(steps);
  }
}
