package org.espalier.core.pricing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Version;
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
    double[] worths = new double[waiting.size()];
    MachineQueue queue = session.queue(machine);
    for (int type = 0; type < session.system().taskTypes().size(); type++) {
      int begin = waiting.begin(type);
      int end = waiting.begin(type + 1);
      List<Version> versions = versions(type);
      for (int v = 0; begin < end && v < versions.size(); v++) {
        add(queue, kind, versions.get(v), begin, end, worths);
      }
    }
    return worths;
  }

  /** A task as it is worth most on a machine: in full, or as a poorer version. */
  Candidate best(int machine, Start.Kind kind, int task) {
    Candidate best = waiting.at(task);
    List<Version> versions = versions(best.task().type());
    if (versions.size() == 1) {
      return best;
    }
    double[] most = new double[waiting.size()];
    for (Version version : versions) {
      double before = most[task];
      add(session.queue(machine), kind, version, task, task + 1, most);
      best = most[task] > before ? waiting.at(task).as(version) : best;
    }
    return best;
  }

  private List<Version> versions(int type) {
    return session.system().taskTypes().get(type).versions();
  }

  /** Raises the worth of some tasks of a type to what they are worth as a version. */
  private void add(
      MachineQueue queue, Start.Kind kind, Version version, int begin, int end, double[] worths) {
    int type = version.type();
    if (!queue.canRun(type)) {
      return;
    }
    boolean isCut = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
    Pmf time = queue.executionTime(type, 0);
    double enough = pace.enough(time);
    double successOfType = version.share() * successes.of(waiting.at(begin).task().type());
    double own = Double.NaN;
    double withEnough = 0;
    for (int c = begin; c < end; c++) {
      double left = Math.min(waiting.deadline(c), kind.until()) - kind.time();
      double success = waiting.worth(c) * successOfType;
      if (left >= enough) {
        withEnough = success == own ? withEnough : worth(kind, type, success, time, enough, isCut);
        own = success;
        worths[c] = Math.max(worths[c], factor(kind, c) * withEnough);
      } else if (left > 0) {
        double late = factor(kind, c) * worth(kind, type, success, time, left, isCut);
        worths[c] = Math.max(worths[c], late);
      }
    }
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
