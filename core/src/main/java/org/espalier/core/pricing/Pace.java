package org.espalier.core.pricing;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * How much longer tasks take than the PET says, as one factor for all of them. It is the time that
 * tasks had machines over what was to be expected. Times that are believed to be half of what they
 * are make all of the load look as if it could be done, so that the time of machines has no price
 * and tasks are started that cannot be on time. Misleading PMFs are further work of MAXROBUST
 * (VIII).
 *
 * <p>The PET is believed until what is seen contradicts it: two standard errors are taken off what
 * the two sums differ by, so the factor of a PET that is right is 1, or nearly so.
 */
final class Pace {
  /** What ended so many mean deadline lengths ago counts for a third. */
  private static final double MEMORY = 10;

  /** How many standard deviations may be chance. */
  static final double SURE = 2;

  /** Of less than this share of outcomes means are not found by subtraction. */
  private static final double LEAST_REST = 1e-6;

  private static final Set<Fate> RAN =
      EnumSet.of(Fate.ON_TIME, Fate.LATE, Fate.EVICTED, Fate.DROPPED_RUNNING);

  /** Ticks that tasks had machines. */
  private double taken;

  /** Ticks that they were expected to have them, over the factor. */
  private double believed;

  /** The squares of what they differ by, task by task: of a sum of these the variance. */
  private double variance;

  private double factor = 1;
  private long last;

  /** What tasks take of what the PET says; 1 if that is right as far as can be told. */
  double factor() {
    return factor;
  }

  /** The shortest time within which a task with an execution time may end, ticks. */
  double shortest(Pmf executionTime) {
    return Math.nextUp(factor * executionTime.earliest()); // not rounded down below it
  }

  /** A time within which a task with an execution time surely ends; more makes no difference. */
  double enough(Pmf executionTime) {
    return factor * (executionTime.latest() + 1);
  }

  /** The chance that a task with an execution time ends within some ticks. */
  double chance(Pmf executionTime, double left) {
    return executionTime.completes() * executionTime.cumulative((long) (left / factor));
  }

  /**
   * How long a task is expected to have a machine, in ticks, given the time that it has left when
   * it starts. That is E[min(X, left)] where it is stopped at its deadline, else E[X].
   */
  double taken(Pmf executionTime, double left, boolean isStopped) {
    boolean mayBeStopped = isStopped && left < factor * executionTime.latest();
    return mayBeStopped
        ? left - factor * executionTime.shortfall(left / factor)
        : factor * executionTime.mean();
  }

  /** When a machine is expected to be free for one more task, ticks. */
  double ready(MachineQueue queue, long now) {
    if (queue.size() == 0 && !queue.isClearing()) {
      return now;
    }
    if (queue.size() == 1 && queue.isBusy()) {
      return now + timeLeft(queue, now);
    }
    double ready = queue.tail().mean();
    if (factor == 1 || (queue.isClearing() && !queue.isBusy())) {
      return ready;
    }
    double begin = queue.isBusy() ? now + timeLeft(queue, now) : now;
    double believedBegin = queue.isBusy() ? queue.completionTime(0).mean() : now;
    return begin + factor * (ready - believedBegin);
  }

  /** How long the task that a machine is running is expected to have it from now on, ticks. */
  double timeLeft(MachineQueue queue, long now) {
    double length = queue.task(0).deadline() - queue.start();
    boolean isStopped = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
    long took = now - queue.start();
    return Math.max(0, takenGiven(queue.executionTimeAt(0), took, length, isStopped) - took);
  }

  /** How long a task is expected to have a machine, of which it has had some and has not ended. */
  double takenGiven(Pmf executionTime, long took, double left, boolean isStopped) {
    long past = (long) (took / factor);
    double rest = executionTime.survival(past);
    if (rest < LEAST_REST) {
      return taken(executionTime.later(past), left, isStopped);
    }
    double by =
        isStopped ? Math.min(left / factor, executionTime.latest()) : executionTime.latest();
    double ended = executionTime.shortfall(past) + (by - past) * (1 - rest);
    return factor * (by - (executionTime.shortfall(by) - ended) / rest);
  }

  /** How long the task that a machine is running takes by the PET, given that it has not ended. */
  Pmf executionTimeOfRunning(MachineQueue queue, long now) {
    return given(queue.executionTimeAt(0), now - queue.start());
  }

  private Pmf given(Pmf executionTime, double took) {
    return executionTime.later((long) (took / factor));
  }

  /**
   * Takes the tasks that ran until they ended or were stopped.
   *
   * @param meanLength the mean time from arrival to deadline, ticks
   */
  void observe(MappingEvent event, double meanLength) {
    for (Departure departure : event.departures()) {
      if (RAN.contains(departure.fate())) {
        forget(event.now(), MEMORY * meanLength);
        believed(event, departure).ifPresent(time -> observe(event, departure, time));
      }
    }
  }

  private void observe(MappingEvent event, Departure departure, Pmf time) {
    observe(
        time,
        departure.task().deadline() - departure.start(),
        event.rules().scope() == DroppingScope.EXECUTING,
        departure.time() - departure.start(),
        departure.fate() == Fate.DROPPED_RUNNING);
  }

  /**
   * Takes a task that ran. What was stopped before its deadline would have had its machine for
   * longer: it counts for as long as was still to be expected then, else all that is known would be
   * of tasks that were short.
   *
   * @param left the time to its deadline when it started, ticks
   * @param isStopped whether it is stopped at its deadline
   * @param took how long it had its machine, ticks; what it took to be gone is not counted
   * @param isDropped whether it was stopped before its deadline
   */
  void observe(Pmf time, double left, boolean isStopped, double took, boolean isDropped) {
    double had = isStopped ? Math.min(left, took) : took;
    had = isDropped ? Math.max(had, taken(given(time, took), left, isStopped)) : had;
    double expected = taken(time, left, isStopped);
    taken += had;
    believed += expected / factor;
    variance += (had - expected) * (had - expected);
    double off = taken - believed;
    double clear = Math.max(0, Math.abs(off) - SURE * Math.sqrt(variance));
    factor = believed > 0 ? 1 + Math.copySign(clear, off) / believed : 1;
  }

  private void forget(long now, double memory) {
    double kept = memory > 0 ? Math.exp((last - now) / memory) : 1;
    taken *= kept;
    believed *= kept;
    variance *= kept * kept;
    last = now;
  }

  /** The execution time of a task by the PET; empty where that has changed and has none. */
  private static Optional<Pmf> believed(MappingEvent event, Departure departure) {
    HcSystem system = event.system();
    Placement placement = departure.placement();
    int machineType = system.machines().get(placement.machine()).type().id();
    return system.pet().find(departure.task().type(), machineType, placement.pState());
  }
}
