package org.espalier.core.pricing;

/**
 * A start that a task may be given.
 *
 * @param kind what tasks are worth there
 * @param isNow whether this is the next start of a machine that may be given a task
 */
record Start(int machine, Kind kind, boolean isNow) {
  /**
   * What is the same of starts at which each task is worth the same.
   *
   * @param time when, ticks; an expectation where the machine is busy
   * @param factor what a start is worth there of one now
   */
  record Kind(int machineType, double time, double factor) {}

  double time() {
    return kind.time();
  }
}
