package org.espalier.core.allocation;

import java.util.Comparator;
import org.espalier.core.model.Task;
import org.espalier.core.model.Version;
import org.jspecify.annotations.Nullable;

/** A task in the batch queue, as a heuristic sees it. */
public final class Candidate {
  /** The slot of a candidate that is in no batch queue. */
  public static final int NO_SLOT = -1;

  /** The order of arrival, of equal ones that of their tasks' ids. */
  public static final Comparator<Candidate> BY_ARRIVAL =
      Comparator.<Candidate>comparingLong(candidate -> candidate.task.arrival())
          .thenComparingInt(candidate -> candidate.task.id());

  /** The order of deadlines, of equal ones that of arrival. */
  public static final Comparator<Candidate> BY_DEADLINE =
      Comparator.<Candidate>comparingLong(candidate -> candidate.task.deadline())
          .thenComparing(BY_ARRIVAL);

  private final Task task;
  private final int slot;

  /** The one in the batch queue that this is a version of; null for itself. */
  private final @Nullable Candidate asked;

  /**
   * A candidate.
   *
   * @param slot a small number that no other one in the batch queue has, or {@link #NO_SLOT}
   */
  public Candidate(Task task, int slot) {
    this(task, slot, null);
  }

  private Candidate(Task task, int slot, @Nullable Candidate asked) {
    this.task = task;
    this.slot = slot;
    this.asked = asked;
  }

  /** The same candidate as one of its versions, which may be assigned in its place. */
  public Candidate as(Version version) {
    return version.type() == task.type() ? this : new Candidate(task.as(version), NO_SLOT, this);
  }

  /** The same with the most that {@linkplain Task#falling is still to be had} of its task. */
  public Candidate falling() {
    return task.rises() ? new Candidate(task.falling(), NO_SLOT, this) : this;
  }

  /** The candidate as it was asked for. */
  Candidate asked() {
    return asked == null ? this : asked;
  }

  /** The task. */
  public Task task() {
    return task;
  }

  /** Its place in tables of what is known of candidates; taken again when it has left. */
  public int slot() {
    return slot;
  }

  /**
   * Another one of the same type, to see what does not depend on anything else. It arrived earlier,
   * has the earliest deadline there is and is worth nothing.
   */
  public Candidate ofSameType() {
    long arrival = task.arrival() / 2;
    Task other = new Task(task.id(), task.type(), arrival, arrival, (it, completion) -> 0);
    return new Candidate(other, NO_SLOT);
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
