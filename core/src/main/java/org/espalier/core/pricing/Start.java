package org.espalier.core.pricing;

import java.util.List;

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
   * @param spread by how much it may be later than expected, ticks: values that are equally likely
   *     and have a mean of 0; just 0 where only the expectation counts
   * @param factor what a start is worth there of one now
   */
  record Kind(int machineType, double time, List<Double> spread, double factor) {
    static final List<Double> NO_SPREAD = List.of(0.0);

    Kind(int machineType, double time, double factor) {
      this(machineType, time, NO_SPREAD, factor);
    }
  }

  double time() {
    return kind.time();
  }
}
