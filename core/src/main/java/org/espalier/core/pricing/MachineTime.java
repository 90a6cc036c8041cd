package org.espalier.core.pricing;

import org.espalier.core.pmf.Pmf;

/** How long a task is expected to have a machine. */
final class MachineTime {
  private MachineTime() {}

  /**
   * That of a task with an execution time that has some time left when it starts, in ticks:
   * E[min(X, left)] where it is stopped at its deadline, else E[X].
   */
  static double expected(Pmf executionTime, double left, boolean isStopped) {
    return isStopped ? left - executionTime.shortfall(left) : executionTime.mean();
  }
}
