package org.espalier.simulator.study;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What grows in the course of a trial. */
public enum RunningTotal {
  /** What the tasks have earned. */
  UTILITY,
  /** What the tasks have taken since the period of energy began, as far as it is measured. */
  ENERGY;

  /** Name in studies. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<RunningTotal> find(String key) {
    return Arrays.stream(values()).filter(total -> total.key().equals(key)).findFirst();
  }
}
