package org.espalier.simulator.study;

import org.espalier.workload.document.Names;

/** What grows in the course of a trial. */
public enum RunningTotal {
  /** What the tasks have earned. */
  UTILITY,
  /** What the tasks have taken since the period of energy began, as far as it is measured. */
  ENERGY;

  /** Name in studies. */
  public String key() {
    return Names.word(this);
  }
}
