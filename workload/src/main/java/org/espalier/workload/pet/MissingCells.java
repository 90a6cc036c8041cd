package org.espalier.workload.pet;

/** What it means that a PET file says nothing about a task type on a machine type. */
public enum MissingCells {
  /** The file is incomplete. */
  ERROR,
  /** The type cannot run there. */
  CANNOT_RUN
}
