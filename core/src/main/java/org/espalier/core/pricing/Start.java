package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.TimeSpan;

/**
 * A start that a task may be given.
 *
 * @param kind what tasks are worth there
 * @param isNow whether this is the next start of a machine that may be given a task
 */
record Start(int machine, Kind kind, boolean isNow) {
  /** What a start of a busy machine is worth of one now; each later one that again. */
  private static final double DISCOUNT = 0.85;

  /** How many starts of a machine are looked at. */
  private static final int STARTS = 4;

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

  /**
   * The next starts of all machines that take tasks, each with what it is worth of one now. They
   * are discounted as far as other tasks need the machines.
   *
   * @param ready when each machine is expected to be free, ticks
   */
  static List<Start> next(MappingSession session, FluidPrices prices, Lead lead, double[] ready) {
    double discount = 1 - (1 - DISCOUNT) * prices.need();
    List<Start> starts = new ArrayList<>();
    for (int m = 0; m < ready.length; m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable()) {
        int type = queue.machine().type().id();
        boolean isNow = lead.mayTake(session, queue, ready[m]);
        double factor = isNow ? 1 : discount;
        for (int k = 0; k < STARTS; k++) {
          double time = ready[m] + k * prices.meanTime(type);
          starts.add(
              new Start(
                  m, new Kind(type, time, factor, queue.by(TimeSpan.NEVER)), isNow && k == 0));
          factor *= discount;
        }
      }
    }
    return starts;
  }

  double time() {
    return kind.time();
  }
}
