package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;

/**
 * Stops running tasks, in one mapping event, that are not worth their machine's time any more.
 * However long such a task goes on, its chance to end by then is worth less than the price of the
 * time that it is expected to take, and a waiting task is worth something there. That a waiting
 * task is worth more is not enough: it is not lost by waiting, and what has been run is. No more
 * are stopped than tasks wait for which no machine is idle.
 */
final class Eviction {
  private final WorthByDeadline worth;

  /** What the best waiting task is worth on a machine type now. */
  private final Map<Integer, Double> best = new HashMap<>();

  /** Waiting tasks for which no machine is idle, and none has been stopped yet. */
  private int inNeed;

  Eviction(WorthByDeadline worth) {
    this.worth = worth;
    this.inNeed = worth.session().open().size() - IdleMachines.forWaiting(worth.session());
  }

  /** Whether a task waits for which no machine is idle; each task that is stopped makes one. */
  boolean isAnyInNeed() {
    return inNeed > 0;
  }

  /** Stops the running task of a machine if it is not worth its time; whether it did. */
  boolean stops(int machine) {
    MappingSession session = worth.session();
    MachineQueue queue = session.queue(machine);
    if (queue.runsOn() || queue.task(0).mustComplete()) {
      return false;
    }
    int type = queue.machine().type().id();
    double success = worth.successes().of(queue.task(0), session);
    StoppingTimes stopping =
        new StoppingTimes(
            worth.pace().executionTimeOfRunning(queue, session.now()),
            session.now() - queue.start(),
            worth.pace(),
            (chance, taken) -> success * chance - worth.prices().charge(type, taken));
    double most = stopping.within(queue.task(0).deadline() - queue.start());
    boolean stops = most < 0 && best.computeIfAbsent(type, _ -> bestOn(queue)) > 0;
    if (stops) {
      inNeed--;
      session.drop(machine, 0, DropReason.BELOW_PRICE, new Basis("worth", most, 0));
    }
    return stops;
  }

  private double bestOn(MachineQueue queue) {
    Start start = Start.of(queue, worth.session().now(), 1, true);
    return Arrays.stream(worth.at(start)).max().orElse(0);
  }
}
