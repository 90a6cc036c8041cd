package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.Rounding;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The joint probability that all tasks in the queue of one machine meet their deadlines (MAXROBUST
 * III-B), by the product rule: the chance of each task, given that those ahead of it are on time.
 *
 * <p>A task with no chance left is lost: it takes its time, but what happens to those behind it is
 * not conditioned on it, and it is counted apart instead of being a factor of 0. A chance is none if
 * it rounds to 0 ({@link Rounding}).
 *
 * <p><b>Inside.</b> The completion time of each task, given that the ones up to it are on time, is
 * kept from one question to the next. While the completion time of the head stays the same, only
 * the tasks behind it can have changed, and those from the first difference on are computed again: one convolution for a task that was added. The product is kept
 * as a sum of logarithms, because that of a long queue is too small for a number.
 */
final class JointChance {
  private final List<Link> links = new ArrayList<>();
  private @Nullable MachineQueue known;
  private @Nullable Pmf head;

  /**
   * A task and all those ahead of it.
   *
   * @param completion when it completes, given that all up to it that are not lost are on time
   * @param logarithm of their joint probability
   * @param lost how many of them are lost
   */
  private record Link(Task task, Pmf completion, double logarithm, int lost) {}

  /** Brings it to the present state of the queue. */
  void follow(MachineQueue queue, long now) {
    if (queue == known) {
      return;
    }
    Pmf first = queue.size() == 0 ? null : queue.completionTime(0);
    int same = Objects.equals(first, head) ? commonTasks(queue) : 0;
    links.subList(same, links.size()).clear();
    for (int i = same; i < queue.size(); i++) {
      links.add(link(queue, i, now));
    }
    known = queue;
    head = first;
  }

  private int commonTasks(MachineQueue queue) {
    int same = 0;
    while (same < Math.min(links.size(), queue.size())
        && links.get(same).task().equals(queue.task(same))) {
      same++;
    }
    return same;
  }

  private Link link(MachineQueue queue, int position, long now) {
    Task task = queue.task(position);
    Pmf execution = queue.executionTime(task.type());
    if (position == 0 && queue.isBusy()) {
      Pmf completion = execution.shifted(queue.start()).later(now);
      double chance = completion.cumulative(task.deadline());
      return isLost(chance)
          ? lost(task, queue.completionTime(0))
          : onTime(task, completion, chance);
    }
    Pmf ready = position == 0 ? queue.readyTime(0) : links.getLast().completion();
    double chance = CompletionTimes.chanceOfSuccess(ready, execution, task.deadline());
    return isLost(chance)
        ? lost(
            task, CompletionTimes.completion(queue.scope(), ready, execution, task.deadline()))
        : onTime(task, ready.notLater(task.deadline() - 1).plus(execution), chance);
  }

  private static boolean isLost(double chance) {
    return Rounding.chance(chance) == 0;
  }

  private Link lost(Task task, Pmf completion) {
    return new Link(task, completion, logarithm(), lostTasks() + 1);
  }

  private Link onTime(Task task, Pmf completion, double chance) {
    Pmf given = completion.notLater(task.deadline());
    return new Link(task, given, logarithm() + Math.log(chance), lostTasks());
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
   * Chance of success of a task put at the end of the queue, given that those in it which are not
   * lost are on time; not rounded.
   */
  double chanceBehind(MachineQueue queue, Task task, long now) {
    Pmf execution = queue.executionTime(task.type());
    Pmf ready = links.isEmpty() ? Pmf.at(now, execution.step()) : links.getLast().completion();
    return CompletionTimes.chanceOfSuccess(ready, execution, task.deadline());
  }
}
