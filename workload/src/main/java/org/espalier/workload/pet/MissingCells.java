package org.espalier.workload.pet;

import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;

/** What it means that a PET file says nothing about a task type on a machine type. */
public enum MissingCells {
  /** The file is incomplete. */
  ERROR,
  /** The type cannot run there. */
  CANNOT_RUN;

  /** Reports the cells that are missing from a table if they are an error. */
  void check(CellTable<?> table, FileProblems problems) {
    if (this == ERROR) {
      table
          .missing()
          .ifPresent(list ->
              problems.report(
                  "missing cells: " + list, "add them, or say that missing cells mean cannot-run"));
    }
  }
}
