package org.espalier.core.pricing;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.model.Machine;
import org.espalier.core.model.TimeSpan;

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
   * @param until when the machine goes, ticks
   */
  record Kind(int machineType, double time, double factor, long until) {
    /** On machines that stay. */
    Kind(int machineType, double time, double factor) {
      this(machineType, time, factor, TimeSpan.NEVER);
    }
  }

  /** A start on a machine until it goes. */
  static Start of(MachineQueue queue, double time, double factor, boolean isNow) {
    Machine machine = queue.machine();
    long until = queue.by(TimeSpan.NEVER);
    return new Start(machine.id(), new Kind(machine.type().id(), time, factor, until), isNow);
  }

  double time() {
    return kind.time();
  }
}
