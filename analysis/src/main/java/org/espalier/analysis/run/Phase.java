package org.espalier.analysis.run;

import java.io.IOException;

/** A part of a search, which begins with what those before it have found. */
interface Phase {
  /**
   * What is found when it has come to its end or was stopped.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a file of the checkpoint is not
   *     good
   */
  Found after(Found before) throws IOException;
}
