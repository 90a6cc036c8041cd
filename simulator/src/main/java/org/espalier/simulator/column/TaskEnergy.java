package org.espalier.simulator.column;

import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.Tariff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * The energy that machines took to execute the tasks of a trial, whatever became of them. It is by
 * power by task type where that is known, and else by that of the P-state. What machines take while
 * they are idle is not in it.
 */
record TaskEnergy(TrialOutcome outcome, HcSystem system) {
  /** What falls into a span, in joules. */
  double joules(TimeSpan span) {
    double joules = 0;
    for (Departure ran : outcome.executions().toList()) {
      joules += joules(system, ran, span.ticksOf(ran.start(), ran.time()));
    }
    return joules;
  }

  /** What falls into a span, in joules at the mean price of a tariff. */
  double cost(TimeSpan span, Tariff tariff) {
    return outcome
        .executions()
        .filter(ran -> span.ticksOf(ran.start(), ran.time()) > 0)
        .mapToDouble(ran ->
            tariff.cost(
                joules(system, ran, ran.time() - ran.start()), ran.start(), ran.time(), span))
        .sum();
  }

  /** What a task took in some ticks. */
  static double joules(HcSystem system, Departure departure, long ticks) {
    return system.taskJoules(departure.task().type(), departure.placement(), ticks);
  }

  /** After how many ticks of a span so many joules are taken in it; its length if never. */
  double ticksUntil(TimeSpan span, double joules) {
    double taken = 0;
    double rate = 0;
    double before = span.start();
    for (Map.Entry<Long, Double> change : changes(span).entrySet()) {
      double more = rate * (change.getKey() - before);
      if (taken + more >= joules && rate > 0) {
        return before + (joules - taken) / rate - span.start();
      }
      taken += more;
      rate += change.getValue();
      before = change.getKey();
    }
    return (double) span.end() - span.start();
  }

  /** By time, how the power changes in a span, in joules a tick. */
  private Map<Long, Double> changes(TimeSpan span) {
    Map<Long, Double> changes = new TreeMap<>();
    for (Departure ran : outcome.executions().toList()) {
      if (span.ticksOf(ran.start(), ran.time()) > 0) {
        double rate = joules(system, ran, 1);
        changes.merge(Math.max(ran.start(), span.start()), rate, Double::sum);
        changes.merge(Math.min(ran.time(), span.end()), -rate, Double::sum);
      }
    }
    return changes;
  }
}
