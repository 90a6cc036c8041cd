package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;

/**
 * The tasks of a resource manager that are not mapped, in order of arrival, and those of each type
 * in order of deadlines.
 *
 * <p>Tasks are removed in two steps: each that leaves is marked, then all of them are forgotten. No
 * task that stays is touched where few leave.
 */
final class BatchQueue {
  /** So many are forgotten one by one, more in a pass over all. */
  private static final int FEW = 16;

  private final List<Candidate> candidates = new ArrayList<>();

  /** By task type; without those that have left. */
  private final List<List<Candidate>> byDeadline = new ArrayList<>();

  private final Map<Integer, Candidate> byTask = new HashMap<>();
  private boolean hadWorth;
  private boolean mustCame;

  /** Slots that candidates have. */
  private final BitSet taken = new BitSet();

  /** Candidates that have left and keep their places and slots. */
  private final List<Candidate> left = new ArrayList<>();

  /** Adds a task, behind all that arrived before it. */
  void add(Task task) {
    forgetLeft();
    Candidate candidate = new Candidate(task, taken.nextClearBit(0));
    if (byTask.putIfAbsent(task.id(), candidate) != null) {
      throw new IllegalArgumentException(
          "task %s is in the batch queue already; ids must be unique".formatted(task.id()));
    }
    taken.set(candidate.slot());
    insert(candidates, candidate, Candidate.BY_ARRIVAL);
    while (byDeadline.size() <= task.type()) {
      byDeadline.add(new ArrayList<>());
    }
    insert(byDeadline.get(task.type()), candidate, Candidate.BY_DEADLINE);
    mustCame |= task.mustComplete();
    hadWorth |= task.worth() != 1 || task.mustComplete();
  }

  private static void insert(List<Candidate> to, Candidate one, Comparator<Candidate> order) {
    to.add(-Collections.binarySearch(to, one, order) - 1, one);
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

  /** The tasks in order of arrival; it changes with the batch queue. */
  List<Candidate> candidates() {
    return candidates;
  }

  /** The tasks of a type in order of their deadlines; it changes with the batch queue. */
  List<Candidate> byDeadline(int taskType) {
    return taskType < byDeadline.size() ? byDeadline.get(taskType) : List.of();
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
    long earliest = TimeSpan.NEVER;
    for (List<Candidate> ofType : byDeadline) {
      if (!ofType.isEmpty()) {
        earliest = Math.min(earliest, ofType.getFirst().task().deadline());
      }
    }
    return earliest;
  }

  /** The tasks whose deadlines have come, in order of arrival. */
  List<Candidate> overdue(long now) {
    List<Candidate> overdue = new ArrayList<>();
    for (List<Candidate> ofType : byDeadline) {
      for (int i = 0; i < ofType.size() && now >= ofType.get(i).task().deadline(); i++) {
        overdue.add(ofType.get(i));
      }
    }
    overdue.sort(Candidate.BY_ARRIVAL);
    return overdue;
  }

  /** Marks a task that leaves; it keeps its place until {@link #forgetLeft}. */
  void leave(Candidate candidate) {
    left.add(candidate);
    byTask.remove(candidate.task().id());
    remove(byDeadline.get(candidate.task().type()), candidate, Candidate.BY_DEADLINE);
  }

  private static void remove(List<Candidate> from, Candidate one, Comparator<Candidate> order) {
    from.remove(Collections.binarySearch(from, one, order));
  }

  /** Marks a task that leaves, by its id, and returns it. */
  Task take(int id) {
    Candidate candidate = find(id).orElseThrow();
    leave(candidate);
    return candidate.task();
  }

  /** Forgets the tasks that have left, if any have. */
  void forgetLeft() {
    left.forEach(candidate -> taken.clear(candidate.slot()));
    if (left.size() > FEW) {
      candidates.removeIf(candidate -> !taken.get(candidate.slot()));
    } else {
      left.forEach(candidate -> remove(candidates, candidate, Candidate.BY_ARRIVAL));
    }
    left.clear();
  }
}
