package org.espalier.core.pricing;

import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/** What the waiting tasks of one mapping event are worth where they start. */
final class StartWorth {
  private final MappingSession session;
  private final WaitingTasks waiting;
  private final SuccessWorth successes;
  private final Pace pace;
  private final OfTime ofTime;

  StartWorth(
      MappingSession session,
      WaitingTasks waiting,
      SuccessWorth successes,
      Pace pace,
      OfTime ofTime) {
    this.session = session;
    this.waiting = waiting;
    this.successes = successes;
    this.pace = pace;
    this.ofTime = ofTime;
  }

  /** What it is worth to gain something by machine time. */
  @FunctionalInterface
  interface OfTime {
    /**
     * That worth; 0 or less where a task should not start.
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
    boolean isCut = queue.scope() == DroppingScope.EXECUTING;
    Pmf time = queue.executionTime(type, 0);
    double enough = pace.enough(time);
    double withEnough = worth(kind, type, time, enough, isCut);
    double share = 1.0 / spread.length;
    for (double late : spread) {
      for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
        double left = waiting.deadline(c) - kind.time() - late;
        if (left >= enough) {
          worths[c] += share * withEnough;
        } else if (left > 0) {
          worths[c] += share * worth(kind, type, time, left, isCut);
        }
      }
    }
  }

  private double worth(Start.Kind kind, int type, Pmf time, double left, boolean isCut) {
    double gain = successes.of(type) * pace.chance(time, left);
    double taken = pace.taken(time, left, isCut);
    return kind.factor() * ofTime.of(kind.machineType(), gain, taken);
  }
}
