package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;

/**
 * Puts the first few tasks that a heuristic mapped to each machine into the order that earns the
 * most utility (DISSERTATION appendix A). Of orders that earn alike, up to 1e-9, the first in
 * lexicographic order of places is taken.
 *
 * @param first how many tasks of each machine are permuted, at least 1
 */
public record PermutingHeuristic(MappingHeuristic heuristic, int first)
    implements MappingHeuristic {
  private static final double BETTER = 1e-9;

  public PermutingHeuristic {
    Arguments.refuse(
        first < 1, "the first %s tasks are to be permuted; expected at least 1", first);
  }

  @Override
  public long evaluations(int candidates, int machines) {
    return heuristic.evaluations(candidates, machines);
  }

  @Override
  public void map(MappingSession session) {
    int before = session.decisions().size();
    heuristic.map(session);
    if (session.hasFilters()) {
      return;
    }
    List<List<Decision.Assign>> byMachine = new ArrayList<>();
    IntStream.range(0, session.machines()).forEach(m -> byMachine.add(new ArrayList<>()));
    for (Decision decision : session.decisions().subList(before, session.decisions().size())) {
      if (decision instanceof Decision.Assign assign) {
        byMachine.get(assign.machine()).add(assign);
      }
    }
    for (int m = 0; m < byMachine.size(); m++) {
      permute(session, m, byMachine.get(m));
    }
  }

  private void permute(MappingSession session, int machine, List<Decision.Assign> assigned) {
    int count = Math.min(first, assigned.size());
    if (count < 2) {
      return;
    }
    int[] best = null;
    double most = Double.NEGATIVE_INFINITY;
    int[] order = IntStream.range(0, count).toArray();
    do {
      double utility = utility(session.event(), machine, assigned, order);
      if (best == null || utility > most + BETTER * Math.abs(most)) {
        best = order.clone();
        most = utility;
      }
    } while (next(order));
    int[] whole = IntStream.range(0, assigned.size()).toArray();
    System.arraycopy(best, 0, whole, 0, count);
    session.reorder(machine, whole);
  }

  private static double utility(
      MappingEvent event, int machine, List<Decision.Assign> assigned, int... order) {
    var queue = event.queues().get(machine);
    Pmf ready = queue.tail();
    double sum = 0;
    for (int place : order) {
      Decision.Assign assign = assigned.get(place);
      Task task = assign.task();
      Pmf execution = queue.executionTime(task.type(), assign.placement().pState());
      sum +=
          CompletionTimes.expectation(
              queue.scope(), ready, execution, task.deadline(), t -> task.utility().of(task, t));
      ready = CompletionTimes.completion(queue.scope(), ready, execution, task.deadline());
    }
    return sum;
  }

  /** The next permutation in lexicographic order; false behind the last. */
  private static boolean next(int... order) {
    int i = order.length - 2;
    while (i >= 0 && order[i] > order[i + 1]) {
      i--;
    }
    if (i < 0) {
      return false;
    }
    int j = order.length - 1;
    while (order[j] < order[i]) {
      j--;
    }
    swap(order, i, j);
    Arrays.sort(order, i + 1, order.length);
    return true;
  }

  private static void swap(int[] order, int i, int j) {
    int kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
}
