package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
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

  private List<Version> versions(int taskType) {
    return session.system().taskTypes().get(taskType).versions();
  }

  @Override
  public List<Candidate> waiting() {
    return tasks.all();
  }

  @Override
  public double[] at(Start start) {
    double[] worths = new double[tasks.all().size()];
    MachineQueue queue = session.queue(start.machine());
    for (int type = 0; type < session.system().taskTypes().size(); type++) {
      int begin = tasks.begins()[type];
      int end = tasks.begins()[type + 1];
      List<Version> versions = versions(type);
      for (int v = 0; begin < end && v < versions.size(); v++) {
        if (queue.canRun(versions.get(v).type())) {
          add(queue, start.kind(), versions.get(v), begin, end, worths);
        }
      }
    }
    return worths;
  }

  /** Raises the worth of some tasks of a type to what they are worth as a version. */
  private void add(
      MachineQueue queue, Start.Kind kind, Version version, int begin, int end, double[] worths) {
    double successOfType = version.share() * successes.of(tasks.all().get(begin).task().type());
    Pmf time = queue.executionTime(version.type(), 0);
    double enough = pace.enough(time);
    double own = Double.NaN;
    double withEnough = 0;
    for (int c = begin; c < end; c++) {
      double left = Math.min(tasks.deadlines()[c], kind.until()) - kind.time();
      double success = tasks.worths()[c] * successOfType;
      if (left >= enough) {
        withEnough = success == own ? withEnough : worth(queue, version, time, success, enough);
        own = success;
        worths[c] = Math.max(worths[c], factor(kind, tasks.all().get(c)) * withEnough);
      } else if (left > 0) {
        double late = factor(kind, tasks.all().get(c)) * worth(queue, version, time, success, left);
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
    MachineQueue queue = session.queue(start.machine());
    for (Version version : versions(task.type())) {
      if (queue.canRun(version.type())) {
        Pmf time = queue.executionTime(version.type(), 0);
        double left = Math.clamp(until, 0, pace.enough(time));
        double success =
            session.event().worth(task) * (version.share() * successes.of(task.type()));
        double gain = success * pace.chance(time, left);
        double worth = gain > 0 ? worth(queue, version, time, success, left) : 0;
        offers.add(new Offer(candidate.as(version), 0, gain, worth));
      }
    }
    return offers;
  }

  private double worth(MachineQueue queue, Version version, Pmf time, double success, double left) {
    int machineType = queue.machine().type().id();
    boolean isCut = queue.scope() == DroppingScope.EXECUTING && !queue.runsOn();
    DoubleBinaryOperator worths =
        (chance, taken) -> prices.worth(machineType, success * chance, taken);
    return evicts && isCut
        ? stops
            .computeIfAbsent(
                new Stopped(version.type(), machineType, success),
                _ -> new StoppingTimes(time, 0, pace, worths))
            .within(left)
        : worths.applyAsDouble(pace.chance(time, left), pace.taken(time, left, isCut));
  }
}
