package org.espalier.core.pricing;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * How much longer tasks take than the PET says, as one factor for all of them. It is found from the
 * time that tasks had machines and from what was to be expected. Times that are believed to be half
 * of what they are make all of the load look as if it could be done, so that the time of machines
 * has no price and tasks are started that cannot be on time. Misleading PMFs are further work of
 * MAXROBUST (VIII).
 *
 * <p>The PET is believed until what is seen contradicts it: two standard errors are taken off what
 * the two sums differ by, so the factor of a PET that is right is 1, or nearly so.
 */
final class Pace {
  /** What ended so many mean deadline lengths ago counts for a third. */
  private static final double MEMORY = 10;

  /** How many standard errors may be chance. */
  private static final double SURE = 2;

  /** The share that may be of rounding to the lattice. */
  private static final double ROUNDING = 0.01;

  private static final Set<Fate> RAN =
      EnumSet.of(Fate.ON_TIME, Fate.LATE, Fate.EVICTED, Fate.DROPPED_RUNNING);

  /** Factors that are tried, from an eighth to 8; between them sums are taken to be straight. */
  private static final double[] FACTORS =
      IntStream.rangeClosed(-12, 12).mapToDouble(k -> Math.pow(2, k / 4.0)).toArray();

  private static final int ONE = FACTORS.length / 2;

  /** Ticks that tasks had machines. */
  private double taken;

  /** Ticks that they were expected to have them, by factor. */
  private final double[] expected = new double[FACTORS.length];

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
    return executionTime.cumulative((long) (left / factor));
  }

  /**
   * How long a task is expected to have a machine, in ticks, given the time that it has left when
   * it starts. That is E[min(X, left)] where it is stopped at its deadline, else E[X].
   */
  double taken(Pmf executionTime, double left, boolean isStopped) {
    return taken(executionTime, left, isStopped, factor);
  }

  private static double taken(Pmf executionTime, double left, boolean isStopped, double factor) {
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
    double ready = queue.tail().mean();
    if (factor == 1 || (queue.isClearing() && !queue.isBusy())) {
      return ready;
    }
    double begin = queue.isBusy() ? now + timeLeft(queue, now) : now;
    double believed = queue.isBusy() ? queue.completionTime(0).mean() : now;
    return begin + factor * (ready - believed);
  }

  /** How long the task that a machine is running is expected to have it from now on, ticks. */
  double timeLeft(MachineQueue queue, long now) {
    double length = queue.task(0).deadline() - queue.start();
    boolean isStopped = queue.scope() == DroppingScope.EXECUTING;
    double taken = taken(executionTimeOfRunning(queue, now), length, isStopped);
    return Math.max(0, taken - (now - queue.start()));
  }

  /** How long the task that a machine is running takes by the PET, given that it has not ended. */
  Pmf executionTimeOfRunning(MachineQueue queue, long now) {
    return queue.executionTimeAt(0).later((long) ((now - queue.start()) / factor));
  }

  /**
   * Takes the tasks that ran until they ended or were stopped. What was stopped before its deadline
   * would have had its machine for longer: it counts for as long as was still to be expected then,
   * else all that is known would be of tasks that were short.
   *
   * @param meanLength the mean time from arrival to deadline, ticks
   */
  void observe(MappingEvent event, double meanLength) {
    List<Departure> ran =
        event.departures().stream().filter(departure -> RAN.contains(departure.fate())).toList();
    if (!ran.isEmpty()) {
      forget(event.now(), MEMORY * meanLength);
      boolean isStopped = event.rules().scope() == DroppingScope.EXECUTING;
      for (Departure departure : ran) {
        double left = departure.task().deadline() - departure.start();
        double took = departure.time() - departure.start();
        Optional<Pmf> believed = believed(event, departure);
        if (departure.fate() == Fate.DROPPED_RUNNING) {
          believed.ifPresent(time -> observeStopped(time, left, isStopped, took));
        } else {
          believed.ifPresent(time -> observe(time, left, isStopped, took));
        }
      }
    }
  }

  /**
   * Takes a task that ran until it ended or was stopped at its deadline.
   *
   * @param left the time to its deadline when it started, ticks
   * @param took how long it had its machine, ticks; what it took to be gone is not counted
   */
  void observe(Pmf executionTime, double left, boolean isStopped, double took) {
    double had = isStopped ? Math.min(left, took) : took;
    double difference = had - taken(executionTime, left, isStopped);
    taken += had;
    variance += difference * difference;
    for (int k = 0; k < expected.length; k++) {
      expected[k] += taken(executionTime, left, isStopped, FACTORS[k]);
    }
    factor = find();
  }

  /**
   * Takes a task that was stopped before its deadline.
   *
   * @param left the time to its deadline when it started, ticks
   * @param took how long it had its machine, ticks
   */
  void observeStopped(Pmf executionTime, double left, boolean isStopped, double took) {
    taken += took;
    for (int k = 0; k < expected.length; k++) {
      Pmf rest = executionTime.later((long) (took / FACTORS[k]));
      double first = taken(executionTime, left, isStopped, FACTORS[k]);
      double difference = taken(rest, left, isStopped, FACTORS[k]) - first;
      expected[k] += took - difference;
      variance += k == ONE ? difference * difference : 0;
    }
    factor = find();
  }

  private void forget(long now, double memory) {
    double kept = memory > 0 ? Math.exp((last - now) / memory) : 1;
    taken *= kept;
    variance *= kept * kept;
    for (int k = 0; k < expected.length; k++) {
      expected[k] *= kept;
    }
    last = now;
  }

  /** The execution time of a task by the PET; empty where that has changed and has none. */
  private static Optional<Pmf> believed(MappingEvent event, Departure departure) {
    HcSystem system = event.system();
    Placement placement = departure.placement();
    int machineType = system.machines().get(placement.machine()).type().id();
    return system.pet().find(departure.task().type(), machineType, placement.pState());
  }

  /** The factor by which as much was to be expected as tasks took, less what may be chance. */
  private double find() {
    double plain = expected[ONE];
    double off = taken - plain;
    double chance = SURE * Math.sqrt(variance) + ROUNDING * plain;
    if (Math.abs(off) <= chance) {
      return 1;
    }
    double clear = plain + off - Math.copySign(chance, off);
    int k = 0;
    while (k < FACTORS.length - 2 && expected[k + 1] < clear) {
      k++;
    }
    double between = (clear - expected[k]) / (expected[k + 1] - expected[k]);
    return FACTORS[k] + Math.clamp(between, 0, 1) * (FACTORS[k + 1] - FACTORS[k]);
  }
}
