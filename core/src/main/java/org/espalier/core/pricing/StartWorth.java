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
  private final FluidPrices prices;
  private final boolean evicts;

  /** [task type][machine type], once they were asked for. */
  private final @Nullable StoppingTimes[][] stops;

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
    this.stops = new StoppingTimes[waiting.types()][session.system().machineTypes().size()];
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
        double withEnough = worth(kind, type, time, enough, isCut);
        for (int c = waiting.begin(type); c < waiting.begin(type + 1); c++) {
          double left = waiting.deadline(c) - kind.time();
          if (left >= enough) {
            worths[c] = withEnough;
          } else if (left > 0) {
            worths[c] = worth(kind, type, time, left, isCut);
          }
        }
      }
    }
    return worths;
  }

  private double worth(Start.Kind kind, int type, Pmf time, double left, boolean isCut) {
    int machineType = kind.machineType();
    double worth =
        evicts && isCut
            ? stops(type, machineType, time).within(left)
            : worth(type, machineType, pace.chance(time, left), pace.taken(time, left, isCut));
    return kind.factor() * worth;
  }

  private double worth(int type, int machineType, double chance, double taken) {
    return prices.worth(machineType, successes.of(type) * chance, taken);
  }

  private StoppingTimes stops(int type, int machineType, Pmf time) {
    StoppingTimes known = stops[type][machineType];
    if (known == null) {
      known =
          new StoppingTimes(
              time, 0, pace, (chance, taken) -> worth(type, machineType, chance, taken));
      stops[type][machineType] = known;
    }
    return known;
  }
}
