package org.espalier.core.model;

/** What tells one task from another, but its id. */
public enum TaskTrait {
  /** Its task type. */
  TYPE,
  /** When it arrived. */
  ARRIVAL,
  /** Its deadline. */
  DEADLINE,
  /** What it is worth over time. */
  UTILITY
}
