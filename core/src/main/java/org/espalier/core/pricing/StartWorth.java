package org.espalier.core.pricing;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/** What the waiting tasks of one mapping event are worth where they start. */
final class StartWorth {
  private final MappingSession session;
  private final WaitingTasks waiting;
  private final SuccessWorth successes;
  private final Pace pace;
  private final OfTime ofTime;
  private final @Nullable StoppingTimes stops;

  /**
   * The worth of starts in a mapping event.
   *
   * @param stops when tasks are best stopped; null if they are not
   */
  StartWorth(
      MappingSession session,
      WaitingTasks waiting,
      SuccessWorth successes,
      Pace pace,
      OfTime ofTime,
      @Nullable StoppingTimes stops) {
    this.session = session;
    this.waiting = waiting;
    this.successes = successes;
    this.pace = pace;
    this.ofTime = ofTime;
    this.stops = stops;
  }

  /** What it is worth to gain something by machine time. */
  @FunctionalInterface
  interface OfTime {
    /**
     * What the gain is worth; 0 or less where a task should not start.
     *
     * @param gain in tasks on time
     * @param taken the expected time, ticks
     */
    double of(int machineType, double gain, double taken);
  }

  /** What each task is worth on a machine; 0 or less where it should not start there. */
  double[] at(int machine, Start.Kind kind) {
    MachineQueue queue = session.queue(machine);
    double[] worths = new double[waiting.size()];
    double[] spread = kind.spread().stream().mapToDouble(Double::doubleValue).toArray();
    for (int type = 0; type < waiting.types(); type++) {
      if (waiting.begin(type) < waiting.begin(type + 1) && queue.canRun(type)) {
        add(worths, queue, kind, spread, type);
      }
    }
    return worths;
  }

  private void add(
      double[] worths, MachineQueue queue, Start.Kind kind, double[] spread, int type) {
    boolean isCut = stops != null || queue.scope() == DroppingScope.EXECUTING;
    Pmf time = queue.executionTime(type, 0);
    double enough = stops == null ? pace.enough(time) : stop(stops, kind, type, time);
    double withEnough = worth(kind, type, time, enough, isCut);
    double share = 1.0 / spread.length;
    for (double late : spread) {
      for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
        double left = waiting.deadline(c) - kind.time() - late;
        if (left >= enough) {
          worths[c] += share * withEnough;
        } else if (left > 0) {
          worths[c] += share * worthWithin(kind, type, time, left, isCut);
        }
      }
    }
  }

  private double stop(StoppingTimes stops, Start.Kind kind, int type, Pmf time) {
    double success = successes.of(type);
    return stops.best(
        type,
        kind.machineType(),
        time,
        pace,
        (chance, taken) -> ofTime.of(kind.machineType(), success * chance, taken));
  }

  /** What a start is worth to a task that has less time left than it might have at best. */
  private double worthWithin(Start.Kind kind, int type, Pmf time, double left, boolean isCut) {
    double worth = worth(kind, type, time, left, isCut);
    if (stops == null) {
      return worth;
    }
    double before = stops.lastBefore(type, kind.machineType(), time, pace, left);
    return before == 0 ? worth : Math.max(worth, worth(kind, type, time, before, isCut));
  }

  private double worth(Start.Kind kind, int type, Pmf time, double left, boolean isCut) {
    double gain = successes.of(type) * pace.chance(time, left);
    double taken = pace.taken(time, left, isCut);
    return kind.factor() * ofTime.of(kind.machineType(), gain, taken);
  }
}
