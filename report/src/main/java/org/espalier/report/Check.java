package org.espalier.report;

/** The checks that the records of a report share; each refuses with what, which value and why. */
final class Check {
  private Check() {}

  static void that(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }
}
