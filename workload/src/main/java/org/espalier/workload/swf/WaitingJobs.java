package org.espalier.workload.swf;

/** When a job arrives that waits for another one, which fields 17 and 18 of a trace say. */
public enum WaitingJobs {
  /** When it was submitted, as if it did not wait. */
  WHEN_SUBMITTED,
  /** When the other one ended in the trace, and its think time was over. */
  WHEN_FREE
}
