package org.espalier.simulator.experiment;

import java.time.Duration;
import java.util.List;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * The outcome of a trial with its counted tasks: all but the first and last that left the system,
 * which found it filling up or running empty (JOURNAL 8.2).
 */
final class CountedTrial {
  private static final double NANOS_PER_SECOND = 1e9;

  private final TrialOutcome outcome;
  private final HcSystem system;
  private final List<Departure> counted;
  private final int[] byFate = new int[Fate.values().length];

  CountedTrial(TrialOutcome outcome, HcSystem system, LeftOut leftOut) {
    this.outcome = outcome;
    this.system = system;
    this.counted = leftOut.counted(outcome.departures());
    counted.forEach(departure -> byFate[departure.fate().ordinal()]++);
  }

  /** Number of counted tasks. */
  int count() {
    return counted.size();
  }

  /** Number of counted tasks that were not on time. */
  int misses() {
    return counted.size() - byFate[Fate.ON_TIME.ordinal()];
  }

  /** Percentage of the counted tasks that have one of the fates; NaN if none is counted. */
  double share(Fate... fates) {
    int sum = 0;
    for (Fate fate : fates) {
      sum += byFate[fate.ordinal()];
    }
    return percent(sum, counted.size());
  }

  /**
   * Standard deviation, over the task types that have counted tasks, of their on-time percentages.
   */
  double onTimeDeviation() {
    int types = system.taskTypes().size();
    int[] all = new int[types];
    int[] onTime = new int[types];
    for (Departure departure : counted) {
      int type = departure.task().type();
      all[type]++;
      onTime[type] += departure.fate() == Fate.ON_TIME ? 1 : 0;
    }
    return deviation(onTime, all);
  }

  private static double deviation(int[] parts, int[] wholes) {
    int n = 0;
    double sum = 0;
    for (int i = 0; i < wholes.length; i++) {
      if (wholes[i] > 0) {
        n++;
        sum += percent(parts[i], wholes[i]);
      }
    }
    double squares = 0;
    for (int i = 0; i < wholes.length; i++) {
      if (wholes[i] > 0) {
        squares += Math.pow(percent(parts[i], wholes[i]) - sum / n, 2);
      }
    }
    return n == 0 ? Double.NaN : Math.sqrt(squares / n);
  }

  /** Percentage of the machines' time, until the last task left, in which they executed. */
  double machineUse() {
    return percent(busyTicks(), (double) outcome.endTime() * system.machines().size());
  }

  /** Percentage of the time that machines executed which went into tasks that were not on time. */
  double wastedTime() {
    double wasted = 0;
    for (Departure departure : outcome.departures()) {
      if (departure.start() != Departure.NOT_STARTED && departure.fate() != Fate.ON_TIME) {
        wasted += departure.time() - departure.start();
      }
    }
    return percent(wasted, busyTicks());
  }

  private double busyTicks() {
    return outcome.busyTicks().stream().mapToLong(Long::longValue).sum();
  }

  /** Mean time in seconds from arrival to completion of the counted tasks on time. */
  double responseSeconds() {
    double sum = 0;
    for (Departure departure : counted) {
      if (departure.fate() == Fate.ON_TIME) {
        sum += departure.time() - departure.task().arrival();
      }
    }
    return sum / byFate[Fate.ON_TIME.ordinal()] * tickSeconds(system);
  }

  /** Number of mapping events. */
  int mappingEvents() {
    return outcome.mappingEvents();
  }

  /** Number of decisions of an approximate policy that were compared with exact ones. */
  int decisionsSampled() {
    return outcome.decisionSample().decisions();
  }

  /** Percentage of these that differ; NaN if none was compared. */
  double decisionsDiffering() {
    return percent(outcome.decisionSample().differing(), decisionsSampled());
  }

  /** Time from the first arrival to the last departure, in seconds. */
  double makespanSeconds() {
    long first = Long.MAX_VALUE;
    for (Departure departure : outcome.departures()) {
      first = Math.min(first, departure.task().arrival());
    }
    return (outcome.endTime() - first) * tickSeconds(system);
  }

  /** Length of a tick in seconds. */
  static double tickSeconds(HcSystem system) {
    Duration tick = system.tick();
    return tick.getSeconds() + tick.getNano() / NANOS_PER_SECOND;
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? Double.NaN : 100 * part / whole;
  }
}
