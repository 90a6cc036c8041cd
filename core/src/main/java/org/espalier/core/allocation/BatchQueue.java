package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/**
 * The batch queue of a resource manager: the tasks that are not mapped, in order of arrival, with
 * what is remembered of each.
 *
 * <p>Tasks are removed in two steps: each that leaves is marked, then one pass forgets all of them.
 * With long batch queues this pass is a good part of a simulated task.
 */
final class BatchQueue {
  private final List<Candidate> candidates = new ArrayList<>();
  private final Map<Integer, Candidate> byTask = new HashMap<>();
  private long earliestDeadline = TimeSpan.NEVER;
  private boolean hadWorth;
  private boolean mustCame;

  /** Slots that candidates have. */
  private final BitSet taken = new BitSet();

  /** Slots of candidates that have left and keep their places. */
  private final BitSet left = new BitSet();

  /** Adds a task, behind all that arrived before it. */
  void add(Task task) {
    Candidate candidate = new Candidate(task, taken.nextClearBit(0));
    if (byTask.putIfAbsent(task.id(), candidate) != null) {
      throw new IllegalArgumentException(
          "task %s is in the batch queue already; ids must be unique".formatted(task.id()));
    }
    taken.set(candidate.slot());
    candidates.add(placeOf(task), candidate);
    earliestDeadline = Math.min(earliestDeadline, task.deadline());
    mustCame |= task.mustComplete();
    hadWorth |= task.worth() != 1 || task.mustComplete();
  }

  /** Whether a task that must be completed came since this was last asked. */
  boolean takeMustCame() {
    boolean came = mustCame;
    mustCame = false;
    return came;
  }

  /** Whether a task was ever in it that is not worth 1, or must be completed. */
  boolean hadWorth() {
    return hadWorth;
  }

  /** At the end, but for a task that comes back. */
  private int placeOf(Task task) {
    int place = candidates.size();
    while (place > 0 && isBefore(task, candidates.get(place - 1).task())) {
      place--;
    }
    return place;
  }

  private static boolean isBefore(Task task, Task other) {
    return task.arrival() < other.arrival()
        || (task.arrival() == other.arrival() && task.id() < other.id());
  }

  /** The tasks in order of arrival; it changes with the batch queue. */
  List<Candidate> candidates() {
    return candidates;
  }

  Optional<Candidate> find(int id) {
    return Optional.ofNullable(byTask.get(id));
  }

  /** Whether a candidate is in it. */
  boolean holds(Candidate candidate) {
    return byTask.get(candidate.task().id()) == candidate;
  }

  int size() {
    return candidates.size();
  }

  boolean isEmpty() {
    return candidates.isEmpty();
  }

  /** The earliest deadline in it in ticks; {@link TimeSpan#NEVER} if it is empty. */
  long earliestDeadline() {
    return earliestDeadline;
  }

  /** Marks a task that leaves; it keeps its place until {@link #forgetLeft}. */
  void leave(Candidate candidate) {
    left.set(candidate.slot());
    byTask.remove(candidate.task().id());
  }

  /** Marks a task that leaves, by its id, and returns it. */
  Task take(int id) {
    Candidate candidate = find(id).orElseThrow();
    leave(candidate);
    return candidate.task();
  }

  /** Forgets the tasks that have left, if any have. */
  void forgetLeft() {
    if (left.isEmpty()) {
      return;
    }
    earliestDeadline = TimeSpan.NEVER;
    int stay = 0;
    for (Candidate candidate : candidates) {
      if (!left.get(candidate.slot())) {
        candidates.set(stay++, candidate);
        earliestDeadline = Math.min(earliestDeadline, candidate.task().deadline());
      }
    }
    candidates.subList(stay, candidates.size()).clear();
    taken.andNot(left);
    left.clear();
  }
}
