package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * The joint probability that all tasks in the queue of one machine meet their deadlines (MAXROBUST
 * III-B). By the product rule it is the product of the chances of the tasks, each given that those
 * ahead of it are on time.
 *
 * <p>A task with no chance left is lost: it takes its time, but what happens to those behind it is
 * not conditioned on it, and it is counted apart instead of being a factor of 0. A chance is none
 * if it rounds to 0 ({@link ScoreRounding}).
 *
 * <p><b>Inside.</b> What is known of a queue is kept until it changes. The product is kept as a sum
 * of logarithms, because that of a long queue is too small for a number. Beyond the latest deadline
 * that counts it does not matter how late a task is: what lies there is gathered at one point, so
 * that long queues stay cheap.
 */
public final class JointChance {
  private final List<Link> links = new ArrayList<>();
  private @Nullable MachineQueue known;
  private long horizon;

  /**
   * A task and all those ahead of it.
   *
   * @param completion when it completes, given that all up to it that are not lost are on time
   * @param logarithm of their joint probability
   * @param lost how many of them are lost
   */
  private record Link(Pmf completion, double logarithm, int lost) {}

  JointChance() {}

  /** The chance that all tasks of a queue are on time; 0 if one has no chance left. */
  public static double ofAll(MachineQueue queue) {
    JointChance chance = new JointChance();
    chance.follow(queue, 0);
    return chance.lostTasks() > 0 ? 0 : Math.exp(chance.logarithm());
  }

  /**
   * Brings it to the present state of the queue.
   *
   * @param deadline the latest deadline that will be asked for in this state
   */
  void follow(MachineQueue queue, long deadline) {
    if (queue == known && deadline <= horizon) {
      return;
    }
    links.clear();
    horizon = beyond(latestDeadline(queue, deadline), time(queue));
    for (int i = 0; i < queue.size(); i++) {
      links.add(i == 0 && queue.isBusy() ? running(queue) : pending(queue, i));
    }
    known = queue;
  }

  private static long latestDeadline(MachineQueue queue, long deadline) {
    long latest = deadline;
    for (int i = 0; i < queue.size(); i++) {
      latest = Math.max(latest, queue.task(i).deadline());
    }
    return latest;
  }

  /** As far again from now as a deadline, for those that will be asked for next. */
  private static long beyond(long deadline, long now) {
    long room = Math.max(0, deadline - now);
    return deadline > Long.MAX_VALUE - 1 - room ? Long.MAX_VALUE - 1 : deadline + room;
  }

  /** The time at which a queue stands. */
  private static long time(MachineQueue queue) {
    return queue.readyTime(0).origin();
  }

  private Link running(MachineQueue queue) {
    Task task = queue.task(0);
    Pmf execution = queue.executionTimeAt(0);
    Pmf uncut = execution.shifted(queue.start()).later(time(queue));
    Pmf completion = queue.completionTime(0);
    double chance = uncut.completes() * uncut.cumulative(task.deadline());
    return isLost(chance) ? lost(completion) : onTime(task, uncut, chance);
  }

  private Link pending(MachineQueue queue, int position) {
    Task task = queue.task(position);
    Pmf execution = queue.executionTimeAt(position);
    Pmf ready = tail(queue);
    long deadline = task.deadline();
    double chance = CompletionTimes.chanceOfSuccess(ready, execution, deadline);
    return isLost(chance)
        ? lost(CompletionTimes.completion(queue.scope(), ready, execution, deadline))
        : onTime(task, ready.notLater(deadline - 1).plus(execution), chance);
  }

  private Pmf tail(MachineQueue queue) {
    return links.isEmpty() ? queue.readyTime(0) : links.getLast().completion();
  }

  private static boolean isLost(double chance) {
    return ScoreRounding.chance(chance) == 0;
  }

  private Link lost(Pmf completion) {
    return new Link(completion.cutAt(horizon + 1), logarithm(), lostTasks() + 1);
  }

  private Link onTime(Task task, Pmf completion, double chance) {
    Pmf given = completion.notLater(task.deadline());
    return new Link(given, logarithm() + Math.log(chance), lostTasks());
  }

  /** Logarithm of the joint probability of the tasks that are not lost; 0 for an empty queue. */
  double logarithm() {
    return links.isEmpty() ? 0 : links.getLast().logarithm();
  }

  /** Number of tasks that can no longer meet their deadlines. */
  int lostTasks() {
    return links.isEmpty() ? 0 : links.getLast().lost();
  }

  /**
   * The chance of success of a task put at the end of the queue that was followed, in a P-state;
   * not rounded. It is given that those in the queue which are not lost are on time.
   */
  double chanceBehind(MachineQueue queue, Task task, int pState) {
    return CompletionTimes.chanceOfSuccess(
        tail(queue), queue.executionTime(task.type(), pState), task.deadline());
  }
}
