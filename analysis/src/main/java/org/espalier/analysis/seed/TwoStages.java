package org.espalier.analysis.seed;

import java.util.PriorityQueue;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Takes the best pair of a task and a placement over all tasks left, until none is left. Scores
 * only fall while machines fill up: what was once found for a task is a bound, and is found again
 * only when the task heads the queue and its machine has got another task since.
 */
final class TwoStages {
  private final Choices choices;
  private final StaticProblem problem;
  private final PriorityQueue<Pair> queue = new PriorityQueue<>();

  /** A task and its best placement at the time when that machine was ready. */
  private record Pair(int task, int placement, double score, double completion, double ready)
      implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int byScore = Double.compare(other.score, score);
      if (byScore != 0) {
        return byScore;
      }
      int byCompletion = Double.compare(completion, other.completion);
      return byCompletion != 0 ? byCompletion : Integer.compare(task, other.task);
    }
  }

  TwoStages(Choices choices) {
    this.choices = choices;
    this.problem = choices.problem();
  }

  Allocation allocate() {
    int[] placements = new int[problem.tasks()];
    int[] orders = new int[placements.length];
    for (int task = 0; task < placements.length; task++) {
      queue.add(pair(task));
    }
    for (int order = 0; order < orders.length; order++) {
      Pair pair = takeBest();
      placements[pair.task] = pair.placement;
      orders[pair.task] = order;
      occupy(pair);
    }
    return Allocation.of(placements, orders);
  }

  private Pair takeBest() {
    Pair head = queue.remove();
    while (choices.ready(head.placement) != head.ready) {
      queue.add(pair(head.task));
      head = queue.remove();
    }
    return head;
  }

  private Pair pair(int task) {
    choices.find(task);
    int placement = choices.placement();
    return new Pair(
        task, placement, choices.score(), choices.completion(), choices.ready(placement));
  }

  private void occupy(Pair pair) {
    double completion = choices.completion(pair.task, pair.placement);
    if (completion <= problem.latestCompletion(pair.task)) {
      choices.occupy(pair.placement, completion);
    }
  }
}
