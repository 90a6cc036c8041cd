package org.espalier.workload.mapping;

/** What a column of a log may say of a task. */
public enum LogField {
  ARRIVAL,
  /** Name of its task type. */
  TYPE,
  /** How long it executed. */
  TIME,
  /** When it began to execute. */
  START,
  /** When it ended. */
  END,
  /** How long its user said that it would take at most. */
  REQUESTED,
  DEADLINE,
  /** Name of the type of the machine it ran on. */
  MACHINE;

  boolean isDuration() {
    return this == TIME || this == REQUESTED;
  }
}
