package org.espalier.service.live;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.espalier.core.allocation.journal.Fate;

/**
 * Which tasks are wanted, latest first.
 *
 * @param states only tasks in one of these states; all if empty
 * @param fates only tasks with one of these fates; all if empty
 * @param type only tasks of this type
 * @param machine only tasks mapped to this machine
 * @param text only tasks with this text in their key or in a parameter's value
 * @param submitted only tasks that were submitted so
 * @param before only tasks with a smaller id: the cursor of the page before
 * @param limit at most so many, from 1 to {@link #MOST}
 */
public record TaskQuery(
    Set<TaskState> states,
    Set<Fate> fates,
    Optional<String> type,
    Optional<String> machine,
    Optional<String> text,
    Submitted submitted,
    OptionalLong before,
    int limit) {
  /** The longest page. */
  public static final int MOST = 1000;

  /**
   * By whom, and when.
   *
   * @param user only by this user
   * @param since only at or after this time, in ticks
   * @param until only before this time, in ticks
   */
  public record Submitted(Optional<String> user, OptionalLong since, OptionalLong until) {
    /** By anybody, at any time. */
    public static final Submitted ANY =
        new Submitted(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
  }
}
