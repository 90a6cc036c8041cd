package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * What tasks are worth that are to be on time: a chance of success less the price of time.
 *
 * @param evicts whether tasks are stopped when it is best to stop them
 * @param stops when that is; found once
 */
record WorthByDeadline(
    MappingSession session,
    WaitingTasks tasks,
    SuccessWorth successes,
    Pace pace,
    FluidPrices prices,
    boolean evicts,
    Map<Stopped, StoppingTimes> stops)
    implements StartWorth {
  /**
   * The share of the discount of later starts that counts for what must be completed. With all of
   * it 1.2 % of such tasks were lost at twice capacity, with this 0.2 %.
   */
  private static final double IMPATIENCE = 0.02;

  /** Tasks of a type on a machine type whose success is worth so much. */
  record Stopped(int type, int machineType, double success) {}

  /** A way to run tasks of a type on a machine, as one of their versions. */
  private record Way(
      Version version, int machineType, Pmf time, double enough, double success, boolean isCut) {}

  private List<Way> ways(int taskType, MachineQueue queue) {
    List<Way> ways = new ArrayList<>();
    for (Version version : session.system().taskTypes().get(taskType).versions()) {
      if (queue.canRun(version.type())) {
        Pmf time = queue.executionTime(version.type(), 0);
        double success = version.share() * successes.of(taskType);
        boolean isCut = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
        int machineType = queue.machine().type().id();
        ways.add(new Way(version, machineType, time, pace.enough(time), success, isCut));
      }
    }
    return ways;
  }

  @Override
  public List<Candidate> waiting() {
    return tasks.all();
  }

  @Override
  public double[] at(Start start) {
    double[] worths = new double[tasks.size()];
    for (int type = 0; type < session.system().taskTypes().size(); type++) {
      int begin = tasks.begin(type);
      int end = tasks.begin(type + 1);
      if (begin < end) {
        for (Way way : ways(type, session.queue(start.machine()))) {
          add(way, start.kind(), begin, end, worths);
        }
      }
    }
    return worths;
  }

  /** Raises the worth of some tasks of a type to what they are worth in a way. */
  private void add(Way way, Start.Kind kind, int begin, int end, double[] worths) {
    double own = Double.NaN;
    double withEnough = 0;
    for (int c = begin; c < end; c++) {
      double left = Math.min(tasks.deadline(c), kind.until()) - kind.time();
      double success = tasks.worth(c) * way.success();
      if (left >= way.enough()) {
        withEnough = success == own ? withEnough : worth(way, success, way.enough());
        own = success;
        worths[c] = Math.max(worths[c], factor(kind, tasks.at(c)) * withEnough);
      } else if (left > 0) {
        double late = factor(kind, tasks.at(c)) * worth(way, success, left);
        worths[c] = Math.max(worths[c], late);
      }
    }
  }

  /** What must be completed waits for a start with a better chance. */
  private static double factor(Start.Kind kind, Candidate candidate) {
    return candidate.task().mustComplete() ? 1 - IMPATIENCE * (1 - kind.factor()) : kind.factor();
  }

  @Override
  public List<Offer> offers(Start start, Candidate candidate) {
    List<Offer> offers = new ArrayList<>();
    Task task = candidate.task();
    double until = Math.min(task.deadline(), start.kind().until()) - start.time();
    for (Way way : ways(task.type(), session.queue(start.machine()))) {
      double left = Math.clamp(until, 0, way.enough());
      double success = session.event().worth(task) * way.success();
      double gain = success * pace.chance(way.time(), left);
      double worth = gain > 0 ? worth(way, success, left) : 0;
      offers.add(new Offer(candidate.as(way.version()), 0, gain, worth));
    }
    return offers;
  }

  private double worth(Way way, double success, double left) {
    int machineType = way.machineType();
    StoppingTimes.Worth worths =
        (chance, taken) -> prices.worth(machineType, success * chance, taken);
    return evicts && way.isCut()
        ? stops
            .computeIfAbsent(
                new Stopped(way.version().type(), machineType, success),
                _ -> new StoppingTimes(way.time(), 0, pace, worths))
            .within(left)
        : worths.of(pace.chance(way.time(), left), pace.taken(way.time(), left, way.isCut()));
  }
}
