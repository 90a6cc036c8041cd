package org.espalier.core.pricing;

import java.util.HashMap;
import java.util.Map;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/** What the waiting tasks of one mapping event are worth where they start. */
final class StartWorth {
  /**
   * The share of the discount of later starts that counts for what must be completed. With all of
   * it 1.2 % of such tasks were lost at twice capacity, with this 0.2 %.
   */
  private static final double IMPATIENCE = 0.02;

  private final MappingSession session;
  private final WaitingTasks waiting;
  private final SuccessWorth successes;
  private final Pace pace;
  private final FluidPrices prices;
  private final boolean evicts;

  private final Map<Stopped, StoppingTimes> stops = new HashMap<>();

  /** Tasks of a type on a machine type whose success is worth so much. */
  private record Stopped(int type, int machineType, double success) {}

  /**
   * The worth of starts in a mapping event.
   *
   * @param evicts whether tasks are stopped when it is best to stop them
   */
  StartWorth(
      MappingSession session,
      WaitingTasks waiting,
      SuccessWorth successes,
      Pace pace,
      FluidPrices prices,
      boolean evicts) {
    this.session = session;
    this.waiting = waiting;
    this.successes = successes;
    this.pace = pace;
    this.prices = prices;
    this.evicts = evicts;
  }

  /** What each task is worth on a machine; 0 or less where it should not start there. */
  double[] at(int machine, Start.Kind kind) {
    MachineQueue queue = session.queue(machine);
    boolean isCut = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
    double[] worths = new double[waiting.size()];
    for (int type = 0; type < waiting.types(); type++) {
      if (waiting.begin(type) < waiting.begin(type + 1) && queue.canRun(type)) {
        Pmf time = queue.executionTime(type, 0);
        double enough = pace.enough(time);
        double successOfType = successes.of(type);
        double own = Double.NaN;
        double withEnough = 0;
        for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
          double left = waiting.deadline(c) - kind.time();
          double success = waiting.worth(c) * successOfType;
          if (left >= enough) {
            withEnough =
                success == own
                    ? withEnough
                    : factor(kind, c) * worth(kind, type, success, time, enough, isCut);
            own = success;
            worths[c] = withEnough;
          } else if (left > 0) {
            worths[c] = factor(kind, c) * worth(kind, type, success, time, left, isCut);
          }
        }
      }
    }
    return worths;
  }

  /** What must be completed waits for a start with a better chance. */
  private double factor(Start.Kind kind, int task) {
    return waiting.at(task).task().mustComplete()
        ? 1 - IMPATIENCE * (1 - kind.factor())
        : kind.factor();
  }

  private double worth(
      Start.Kind kind, int type, double success, Pmf time, double left, boolean isCut) {
    int machineType = kind.machineType();
    StoppingTimes.Worth worths =
        (chance, taken) -> prices.worth(machineType, success * chance, taken);
    return evicts && isCut
        ? stops
            .computeIfAbsent(
                new Stopped(type, machineType, success),
                _ -> new StoppingTimes(time, 0, pace, worths))
            .within(left)
        : worths.of(pace.chance(time, left), pace.taken(time, left, isCut));
  }
}
