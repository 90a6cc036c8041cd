package org.espalier.workload.document;

/** What becomes of a line of a trace that is no job. */
public enum BadLineHandling {
  /** It is a problem, and the trace is not taken. */
  REFUSE,
  /** It is left out; a note counts such lines and shows the first. */
  LEAVE_OUT
}
