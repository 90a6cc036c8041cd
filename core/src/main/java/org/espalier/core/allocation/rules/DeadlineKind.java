package org.espalier.core.allocation.rules;

/** What a passed deadline means. */
public enum DeadlineKind {
  /** The task is worth nothing and is dropped. */
  HARD,
  /** The task is still executed, best effort; it only counts as late (MAXROBUST). */
  SOFT
}
