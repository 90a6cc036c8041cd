package org.espalier.simulator.tuning;

/** How settings are searched. */
public enum SearchMethod {
  /** All of them run all tuning trials. */
  GRID,
  /**
   * All of them run a few tuning trials, the better half of them twice as many, and so on until the
   * rest has run all: successive halving (Jamieson and Talwalkar 2016).
   */
  HALVING
}
