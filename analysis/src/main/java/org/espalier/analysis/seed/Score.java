package org.espalier.analysis.seed;

/** How good it is to execute a task in a mode; the larger the better. It never rises with time. */
@FunctionalInterface
interface Score {
  /**
   * That of one execution.
   *
   * @param utility earned at its completion
   * @param seconds of the execution
   * @param watts while it executes
   * @param cost of the execution
   * @param completion in seconds of the trace
   */
  double of(double utility, double seconds, double watts, double cost, double completion);

  /** A quotient that is as large as can be, or 0 if nothing is earned, where nothing is spent. */
  static double ratio(double earned, double spent) {
    if (spent > 0) {
      return earned / spent;
    }
    return earned > 0 ? Double.POSITIVE_INFINITY : 0;
  }
}
