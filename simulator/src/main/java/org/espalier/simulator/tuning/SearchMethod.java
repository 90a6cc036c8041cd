package org.espalier.simulator.tuning;

/** How settings are searched. */
public enum SearchMethod {
  /** All settings run all tuning trials. */
  GRID,
  /**
   * All settings run a few tuning trials, the better half of them twice as many, and so on until
   * the rest has run all. This is successive halving (Jamieson and Talwalkar 2016).
   */
  HALVING
}
