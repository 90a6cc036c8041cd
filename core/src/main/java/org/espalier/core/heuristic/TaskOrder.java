package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.model.Task;

/** An order in which candidates are taken, one after the other. */
@FunctionalInterface
public interface TaskOrder {
  /** The order in which they wait, which is that of arrival. */
  TaskOrder AS_THEY_WAIT = List::forEach;

  /** First come, first served. */
  TaskOrder FCFS = by(Comparator.comparingLong(Task::arrival));

  /** Last come, first served. */
  TaskOrder LCFS = by(Comparator.comparingLong(Task::arrival).reversed());

  /** The highest utility first, at most, then as {@link #FCFS}. */
  TaskOrder PRIORITIZED_FCFS =
      by(mostUtility().thenComparing(Comparator.comparingLong(Task::arrival)));

  /** The highest utility first, at most, then as {@link #LCFS}. */
  TaskOrder PRIORITIZED_LCFS =
      by(mostUtility().thenComparing(Comparator.comparingLong(Task::arrival).reversed()));

  /** Takes each of some candidates once. */
  void take(List<Candidate> candidates, Consumer<Candidate> taker);

  /** Of equal ones that with the lower id comes first. */
  private static TaskOrder by(Comparator<Task> order) {
    Comparator<Task> total = order.thenComparing(Comparator.comparingInt(Task::id));
    return (candidates, taker) ->
        candidates.stream()
            .sorted(Comparator.comparing(Candidate::task, total))
            .forEachOrdered(taker);
  }

  private static Comparator<Task> mostUtility() {
    return Comparator.comparingDouble(task -> -task.mostUtility());
  }

  /**
   * Any of those that are left, drawn when the one before has been taken.
   *
   * @param units random numbers in [0, 1)
   */
  static TaskOrder random(DoubleSupplier units) {
    return (candidates, taker) -> {
      List<Candidate> left = new ArrayList<>(candidates);
      while (!left.isEmpty()) {
        taker.accept(left.remove((int) (units.getAsDouble() * left.size())));
      }
    };
  }
}
